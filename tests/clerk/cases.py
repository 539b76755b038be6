"""The clerk's own workflow: counts what is said about a letter, and what was shown of it."""

from tests.clerk.drawer import Drawer

WORKFLOWS = (Drawer,)
