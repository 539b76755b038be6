"""Turning what a person says into what they could have typed."""
