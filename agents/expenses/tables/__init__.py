"""Tables of banks and other trackers: from bytes to rows. Pure: no clock, no database."""
