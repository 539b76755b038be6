"""What a running process tells a supervisor, a load balancer and an operator about itself."""
