"""Pictures and PDFs to text with geometry, and text to the fields of a receipt."""
