"""What a process tells its operators: metrics, traces, and a line for each activity."""
