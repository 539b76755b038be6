"""A third toy: somebody who answers calls, one at a time, and may go on when the call is over."""
