"""The agents: each is one folder here, and one line below.

``rm -r agents/<slug>`` and that line less leaves a product whose tests pass.
"""

SLUGS: tuple[str, ...] = ("expenses", "procurement", "support", "service_calls")
"""Every agent of this tree; the setting ``AGENTS`` enables some, in its order."""
