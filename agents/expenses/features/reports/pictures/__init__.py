"""Pictures of spending, drawn with Pillow: they know colours and places, and no words."""
