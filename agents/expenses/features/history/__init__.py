"""Looking through what was saved: pages, searches, one expense with its photo."""
