"""What is asked of the agent that opens no task: one module for each thing that can be asked."""
