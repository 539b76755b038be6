"""Histories of the box agent."""
