"""Patience with a busy machine."""

from tests.workflows.patience import patient_look_ups

__all__ = ["patient_look_ups"]
