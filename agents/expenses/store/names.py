"""What makes two merchants the same: nothing but case and spacing is ignored."""


def folded(name: str) -> str:
    """``name`` without its case and with single spaces: "ZUS  Coffee" and "Zus coffee" agree."""
    return " ".join(name.split()).casefold()


def name_key(merchant: str | None, item: str | None) -> str:
    """The key of an expense for duplicates and learning: the merchant, else what it was for."""
    return folded(merchant or item or "")


def search_key(merchant: str | None, item: str | None) -> str:
    """What a question about "starbucks" or "lunch" is looked up in, as a part of it."""
    return folded(f"{merchant or ''} {item or ''}")
