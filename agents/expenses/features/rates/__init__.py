"""What currencies are worth: what the person says, what amounts are in another one."""
