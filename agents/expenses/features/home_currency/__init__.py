"""Offers the currency of a person's first expenses where they have another one."""
