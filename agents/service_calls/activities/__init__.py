"""What a service call does outside its workflow."""
