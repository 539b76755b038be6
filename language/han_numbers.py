"""Chinese numerals, and amounts as they are said in Chinese: 三十八块 is 38, 6块5 is 6.50."""

import re

_DIGITS = dict(zip("〇零一二两三四五六七八九", (0, 0, 1, 2, 2, *range(3, 10)), strict=True))
_SCALES = {"十": 10, "百": 100, "千": 1_000, "万": 10_000}
_SIGNS = "".join({**_DIGITS, **_SCALES})
_HUNDRED = 100
_RUN = re.compile(f"[{_SIGNS}]+")
_UNIT = "块钱?|塊錢?|元|圆|令吉|马币"
_AMOUNT = re.compile(
    rf"(?P<whole>\d+|[{_SIGNS}]+)(?P<unit>{_UNIT})"
    r"(?:(?P<tenth>[\d一二两三四五六七八九])(?:[毛角]|(?=[\s,，。.!！?？;；、]|$)))?"
)
_A_PIECE = re.compile(r"一[块塊]$")
"""Of cake, or together: no amount."""


_GLUED = re.compile(r"(?<=[\u4e00-\u9fff])(?=\d+(?:\.\d+)?(?![\d年月日号点个份杯次人瓶张]))")
"""Before a number that follows a sign at once, as prices do: 午餐15."""


def value_of(numeral: str) -> int:
    """The whole number that Chinese signs stand for, with scales or digit by digit."""
    if not set(numeral) & _SCALES.keys():
        return int("".join(str(_DIGITS[sign]) for sign in numeral))
    total, section, digit = 0, 0, 0
    for sign in numeral:
        if sign in _DIGITS:
            digit = _DIGITS[sign]
        elif sign == "万":
            total, section, digit = (total + section + digit) * _SCALES[sign], 0, 0
        else:
            section, digit = section + (digit or 1) * _SCALES[sign], 0
    scale = _SCALES.get(numeral[-2:-1], 0)
    if scale >= _HUNDRED:  # 一百二 is 120; with a zero, 一百零二, it would be 102
        digit *= scale // 10
    return total + section + digit


def numerals_in(text: str) -> list[int]:
    """The numbers that stand in Chinese signs in a text, in order; zeros are left out."""
    return [value for run in _RUN.findall(text) if (value := value_of(run))]


def amounts_in_digits(text: str) -> str:
    """The text with amounts of money in digits, apart from the signs around them: 早餐6块5 as
    "早餐 6.5块", 三十八块 as "38块".
    """
    return _GLUED.sub(" ", _AMOUNT.sub(_in_digits, text))


def _in_digits(amount: re.Match[str]) -> str:
    whole, tenth = amount["whole"], amount["tenth"]
    if _A_PIECE.match(amount.group()):
        return amount.group()
    digits = whole if whole.isdecimal() else str(value_of(whole))
    if tenth:
        digits += f".{tenth if tenth.isdecimal() else value_of(tenth)}"
    return f"{digits}{amount['unit']} "
