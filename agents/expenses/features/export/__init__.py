"""The saved expenses as files that a person takes along."""
