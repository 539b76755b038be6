"""What comes again and again: noticed, offered with a save, kept; never saved by itself."""
