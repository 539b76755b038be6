"""Telegram as a channel: updates come in through aiogram, replies leave by ``deliver``."""
