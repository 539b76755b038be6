"""What Steward says: one table of messages per language, and how a reply is put into words."""
