"""Telephone lines: calls that a carrier hands over, by Twilio's Media Streams."""
