"""Procurement: finds products in the catalog, keeps a cart, sends purchase requests."""
