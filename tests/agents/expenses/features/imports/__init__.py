"""Imports that are taken back."""
