"""Reports, and those that come by themselves."""
