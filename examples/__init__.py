"""Programs that stand where a business has its own, so that Steward can be tried without them."""
