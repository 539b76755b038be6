"""Chinese numerals and amounts."""

import pytest

from language.han_numbers import amounts_in_digits, numerals_in


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("早餐6块5", "早餐 6.5块"),
        ("六块五毛", "6.5块"),
        ("午饭三十八块", "午饭 38块"),
        ("晚饭一百二十块钱", "晚饭 120块钱"),
        ("一千零五元", "1005元"),
        ("午餐15", "午餐 15"),
        ("一块蛋糕", "一块蛋糕"),
        ("8月3日", "8月3日"),
        ("coffee 15", "coffee 15"),
        ("吃饭花了100块5个人", "吃饭花了 100块 5个人"),
        ("10块一碗", "10块 一碗"),
        ("30元2瓶水", "30元 2瓶水"),
        ("一千五块钱", "1500块钱"),
        ("一百零二元", "102元"),
    ],
)
def test_amounts_stand_in_digits(text: str, digits: str) -> None:
    assert amounts_in_digits(text).strip() == digits


def test_numerals_are_found_with_scales_and_sign_by_sign() -> None:
    assert numerals_in("三十八, 一万二千, 二〇二六") == [38, 12_000, 2026]
