"""One spelling for what is indexed and for what is asked.

Whatever can be written in several ways without meaning something else (case, accents, hyphens,
units, British and American) is written in one way before PostgreSQL makes words and stems of it.
Only letters, digits and spaces are left, so that its parser finds no file names, hosts or signs.
"""

import re
import unicodedata

MOST_CHARACTERS = 20_000
"""Of one text; what stands behind is not searched. A tsvector holds a megabyte at most."""

_UNITS = {
    "mm": "mm millimeter millimeters millimetre millimetres",
    "cm": "cm centimeter centimeters centimetre centimetres",
    "m": "m meter meters metre metres mtr",
    "km": "km kilometer kilometers kilometre kilometres",
    "in": "in inch inches zoll",
    "ft": "ft foot feet",
    "yd": "yd yard yards",
    "g": "g gr gram grams gramm gsm gm",
    "kg": "kg kgs kilo kilos kilogram kilograms kilogramm",
    "mg": "mg milligram milligrams",
    "oz": "oz ounce ounces",
    "lb": "lb lbs pound pounds",
    "ml": "ml milliliter milliliters millilitre millilitres",
    "cl": "cl",
    "l": "l ltr liter liters litre litres",
    "gal": "gal gallon gallons",
    "w": "w watt watts",
    "kw": "kw kilowatt kilowatts",
    "v": "v volt volts",
    "mah": "mah",
    "mb": "mb megabyte megabytes",
    "gb": "gb gigabyte gigabytes",
    "tb": "tb terabyte terabytes",
    "mhz": "mhz",
    "ghz": "ghz",
    "hz": "hz hertz",
    "rpm": "rpm",
    "lm": "lm lumen lumens",
    "db": "db decibel decibels",
}
_UNIT_OF = {name: unit for unit, names in _UNITS.items() for name in names.split()}
_MEASURE = re.compile(
    r"(?<![a-z0-9])(\d+(?:d\d+)?) ?("
    + "|".join(sorted(_UNIT_OF, key=len, reverse=True))
    + r")(?![a-z0-9])"
)

_IRREGULAR = {
    "knives": "knife", "shelves": "shelf", "shelving": "shelf", "scarves": "scarf",
    "leaves": "leaf", "loaves": "loaf", "halves": "half", "mice": "mouse", "feet": "foot",
    "teeth": "tooth", "children": "child", "childrens": "child", "kids": "child", "kid": "child",
    "women": "woman", "womens": "woman", "ladies": "woman", "mens": "men", "geese": "goose",
    "wolves": "wolf", "calves": "calf", "dice": "die",
}  # fmt: skip
_BRITISH = {
    "color": "colour", "colors": "colours", "colored": "coloured", "gray": "grey",
    "center": "centre", "fiber": "fibre", "aluminum": "aluminium", "mold": "mould",
    "tire": "tyre", "tires": "tyres", "jewelry": "jewellery", "catalog": "catalogue",
    "pajamas": "pyjamas", "pajama": "pyjama", "donut": "doughnut", "donuts": "doughnuts",
    "plow": "plough", "theater": "theatre", "organizer": "organiser",
    "organizers": "organisers", "sanitizer": "sanitiser", "sanitizers": "sanitisers",
    "moisturizer": "moisturiser", "fertilizer": "fertiliser", "stabilizer": "stabiliser",
    "vaporizer": "vaporiser", "deodorizer": "deodoriser", "atomizer": "atomiser",
    "airplane": "aeroplane", "curb": "kerb", "whiskey": "whisky", "yogurt": "yoghurt",
    "chili": "chilli", "caliper": "calliper", "labeled": "labelled", "labeling": "labelling",
    "license": "licence", "sulfate": "sulphate", "cozy": "cosy", "armor": "armour",
    "favorite": "favourite", "flavor": "flavour", "flavored": "flavoured", "odor": "odour",
    "harbor": "harbour", "vapor": "vapour", "molding": "moulding", "meter": "metre",
    "liter": "litre", "plier": "pliers", "scissor": "scissors",
}  # fmt: skip

_POSSESSIVE = re.compile(r"(?<=\w)['’`]s\b")
_APOSTROPHE = re.compile(r"(?<=\w)['’`](?=\w)")
_INCHES = re.compile(r"(?<=\d) ?(?:\"|”|″|'')")
_FEET = re.compile(r"(?<=\d) ?(?:'|′)(?!\w)")
_THOUSANDS = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+)(?![\d,])")
_DECIMAL = re.compile(r"(?<=\d)[.,](?=\d)")
_TIMES = re.compile(r"(?<=\d)(?P<unit> *[a-z]{1,2})? *[x×*] *(?=\d)")
_LAST_ZEROS = re.compile(r"(?<=\d)d(\d*?)0+(?!\d)")
_OTHER = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """Case and accents off; compatible forms made one."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(char for char in plain if not unicodedata.combining(char))


def spelled(text: str, *, english: bool = True) -> str:
    """The words of a text in one spelling, with a space between them.

    A number and its unit are one word (``10mm``), a decimal point becomes a ``d`` (``0d7mm``).
    ``english`` also makes one of irregular plurals and of British and American words.
    """
    line = folded(text[:MOST_CHARACTERS])
    line = _POSSESSIVE.sub("", _INCHES.sub(" in ", line))
    line = _APOSTROPHE.sub("", _FEET.sub(" ft ", line))
    line = _THOUSANDS.sub(lambda found: found[1].replace(",", ""), line)
    line = _TIMES.sub(lambda found: f"{found['unit'] or ''} ", line)
    line = _LAST_ZEROS.sub(lambda found: found[1] and f"d{found[1]}", _DECIMAL.sub("d", line))
    line = _OTHER.sub(" ", line).strip()
    line = _MEASURE.sub(lambda found: f"{found[1]}{_UNIT_OF[found[2]]}", line)
    if not english:
        return line
    words = (_IRREGULAR.get(word, word) for word in line.split())
    return " ".join(_BRITISH.get(word, word) for word in words)


_OWN_NUMBER = re.compile(
    r"(?<![a-z0-9])(\d+(?:d\d+)?)(?:mm|cm|m|in|ft|g|kg|oz|lb|ml|l|w|v|gb|tb)\b"
)


def indexed(text: str, *, english: bool = True) -> str:
    """As ``spelled``, for what is found: a measure is found by its bare number as well."""
    line = spelled(text, english=english)
    return _OWN_NUMBER.sub(lambda found: f"{found[0]} {found[1]}", line)
