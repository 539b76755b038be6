"""Where each agent's package is. Shared with the workflow sandbox: a test can add one."""

from agents import SLUGS

PACKAGES: dict[str, str] = {slug: f"agents.{slug}" for slug in SLUGS}
"""By slug, the package that holds an agent."""
