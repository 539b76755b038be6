"""Which country a receipt is from, by tax numbers, places, legal forms and language.

Countries settle what a receipt leaves open: the money behind a shared sign, and whether the month
or the day is written first.
"""

# ruff: noqa: E501 - a pattern is easier to check when it is not cut

import re
from dataclasses import dataclass

from agents.expenses.reader.rows import Row

_STRONG, _WEAK = 3, 1
_AT_MOST = 3
"""Mentions of one country that count."""

_US_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|IA|ID|IL|IN|KS|KY|LA|MA|MD|ME|MI|MN|MO|MS|MT|NC|ND|NE|NH|"
    "NJ|NM|NV|NY|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VA|VT|WA|WI|WV|WY|DC"
)
_CLUES: tuple[tuple[str, str, str, str], ...] = (
    # country, currency, strong clues, weak clues
    (
        "MY",
        "MYR",
        (r"malaysia|sdn\.?\s*\.?bhd|kuala\s?lumpur|selangor|johor|penang|melaka|perak\b|sarawak|"
        r"sabah|kedah|petaling|shah alam|darul"),
        r"\bjalan\b|\bjln\b|berhad|\btaman\b|kampung|lorong",
    ),
    ("SG", "SGD", r"singapore|\bpte\.?\s*ltd|paynow", r"\bnets\b|svc chg"),
    (
        "ID",
        "IDR",
        (r"indonesia|jakarta|bandung|surabaya|denpasar|yogyakarta|\bmedan\b|semarang|\btbk\b|npwp|"
        r"\bpb\s?1\b|\bqris\b|\bpt\.?\s(?-i:[A-Z])"),
        r"\bjl\.|\bppn\b|kembali\b|\btelp\b|terima kasih|belanja",
    ),
    ("TH", "THB", r"thailand|bangkok|chiang mai|phuket|pattaya|sukhumvit|[\u0e00-\u0e7f]{3}", r"\bsoi\b"),
    (
        "PH",
        "PHP",
        r"philippines|manila|quezon|makati|\bcebu\b|taguig|vatable|vat[\s-]*reg\S*\s*tin|\bgcash\b",
        r"\bbir\b|non-?vat|sr\.? citizen|senior",
    ),
    (
        "VN",
        "VND",
        r"vi[eệ]t\s?nam|h[aà] n[oộ]i|hanoi|h[oồ] ch[ií] minh|h[oó]a [dđ][oơ]n|t[oổ]ng c[oộ]ng|ti[eề]n th",
        r"\bvnd\b|\bngày\b",
    ),
    ("JP", "JPY", r"[\u3040-\u30ff]{3}|\bjapan\b|tokyo|osaka|kyoto|株式会社|東京|税込", r"[¥￥]|\bk\.\s?k\."),
    ("KR", "KRW", r"[\uac00-\ud7a3]{2}|\bkorea\b|seoul|busan", ""),
    ("TW", "TWD", r"taiwan|taipei|台北|臺北|台灣|統一編號|電子發票", ""),
    ("HK", "HKD", r"hong kong|kowloon|香港|九龍", ""),
    (
        "CN",
        "CNY",
        r"\bchina\b|beijing|shanghai|shenzhen|guangzhou|北京|上海|广州|深圳|发票|微信支付|支付宝|谢谢惠顾",
        r"[\u4e00-\u9fff]{2}市",
    ),
    (
        "IN",
        "INR",
        (r"gstin|\b[csi]gst\b|pvt\.?\s*ltd|\bindia\b|bengaluru|bangalore|mumbai|delhi|chennai|"
        r"hyderabad|kolkata|\bpune\b|fssai|private limited"),
        r"\brs\.|\bupi\b",
    ),
    (
        "AU",
        "AUD",
        (r"australia|\babn\b|(?<!\()\bpty\.?\s*ltd|sydney|melbourne|brisbane|"
        r"\b(?-i:NSW|VIC|QLD|TAS|ACT|WA|SA|NT)\s+\d{4}\b"),
        r"eftpos",
    ),
    ("NZ", "NZD", r"new zealand|auckland|wellington|christchurch|\bnzbn\b|\bnzd\b", r"eftpos"),
    ("ZA", "ZAR", r"south africa|\(pty\)|cape town|johannesburg|durban|pretoria", r"(?-i:\bR\d+\.\d\d)"),
    ("IE", "EUR", r"ireland|dublin|galway|\bcork\b|limerick|\bIE\s?\d{7}", ""),
    (
        "GB",
        "GBP",
        (r"united kingdom|\blondon\b|england|scotland|edinburgh|manchester|glasgow|birmingham|"
        r"(?-i:\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}\b)"),
        r"£",
    ),
    ("CH", "CHF", r"schweiz|suisse|z[uü]rich|gen[eè]ve|\bCHE-?\d|\bbern\b|\bbasel\b|lausanne", ""),
    ("AT", "EUR", r"[oö]sterreich|\bwien\b|salzburg|\bATU\s?\d", ""),
    (
        "DE",
        "EUR",
        (r"\bgmbh\b|deutschland|\bmwst\b|steuer-?\s?(?:nr|nummer)|ust-?\s?id|r[uü]e?ckgeld|berlin|"
        r"m[uü]nchen|hamburg|zwischensumme"),
        r"\bsumme\b|stra[sß]s?e\b|\bust\b|rechnung",
    ),
    ("BE", "EUR", r"belgi|bruxelles|brussel|bancontact|antwerpen|\bgent\b", ""),
    (
        "FR",
        "EUR",
        r"\bfrance\b|\bparis\b|\blyon\b|marseille|siret|\btva\b|\bsarl\b|\bttc\b|\brcs\b",
        r"\bmerci\b|\brue\b|esp[eè]ces|net [aà] payer",
    ),
    (
        "MX",
        "MXN",
        r"m[eé]xico|\br\.?f\.?c\.?\b[\s:]|s\.?a\.? de c\.?v|\bcfdi\b|\bcdmx\b",
        r"efectivo|\biva\b",
    ),
    ("AR", "ARS", r"argentina|buenos aires|\bcuit\b|\bcaba\b", r"vuelto"),
    ("CL", "CLP", r"\bchile\b|santiago|boleta electr|\bR\.?U\.?T\b", r"vuelto|boleta"),
    ("CO", "COP", r"colombia|bogot[aá]|medell[ií]n|\bNIT\b", ""),
    ("PE", "PEN", r"\bper[uú]\b|\blima\b|\bRUC\b|\bsoles\b|\bS/\.?\s?\d", ""),
    (
        "ES",
        "EUR",
        r"espa[nñ]a|madrid|barcelona|valencia|sevilla|factura simplificada|\bc\.?i\.?f\b|\bs\.\s?l\.",
        r"\biva\b|entregado|cambio\b|\bavda\b|gracias|efectivo",
    ),
    (
        "IT",
        "EUR",
        (r"\bitalia\b|\broma\b|milano|torino|napoli|firenze|p(?:artita|\.)\s?iva|documento commerciale|"
        r"scontrino|s\.?\s?r\.?\s?l\b"),
        r"\biva\b|contant[ei]|\bresto\b|grazie|totale",
    ),
    ("NL", "EUR", r"nederland|amsterdam|rotterdam|utrecht|\bkvk\b|\bbtw\b|\bb\.\s?v\.", r"totaal|bedankt"),
    ("PT", "EUR", r"portugal|lisboa|contribuinte|\blda\b|multibanco|\bnif\b|fatura", r"obrigad|\btroco\b"),
    ("BR", "BRL", r"brasil|s[aã]o paulo|rio de janeiro|\bcnpj\b|R\$|nfc-?e|\bltda\b|\bcpf\b", r"\btroco\b"),
    ("CA", "CAD", (r"\bcanada\b|toronto|vancouver|montr[eé]al|\bhst\b|\bqst\b|interac|"
     r"(?-i:\b[ABCEGHJ-NPRSTVXY]\d[A-Z]\s\d[A-Z]\d\b)"), r"\bpst\b"),
    (
        "US",
        "USD",
        rf"\busa\b|sales tax|(?-i:\b(?:{_US_STATES}))[.,]?\s+\d{{5}}(?:-\d{{4}})?\b",
        r"\(\d{3}\)\s?\d{3}-\d{4}|\bllc\b|\bgratuity\b|\bzip\b|(?<![\d-])\d{3}-\d{3}-\d{4}\b",
    ),
    ("NO", "NOK", r"\bnorge\b|\boslo\b|\bmva\b|salgskvittering|trondheim|\bbergen\b", r"\bvipps\b|bankkort"),
    ("DK", "DKK", r"danmark|k[oø]benhavn|\bcvr\b|\baps\b|dankort|aarhus", r"\bmoms\b|i alt"),
    (
        "SE",
        "SEK",
        r"sverige|stockholm|g[oö]teborg|malm[oö]\b|kvitto|att betala|\borg\.?\s?nr\.?:?\s?\d{6}-",
        r"\bmoms\b|\bswish\b|totalt",
    ),
    ("FI", "EUR", r"\bsuomi\b|helsinki|y-tunnus|yhteens[aä]|\balv\b|\boy\b", ""),
    ("PL", "PLN", r"polska|warszawa|krak[oó]w|gda[nń]sk|\bnip\b|paragon|\bptu\b|sp\.? z o\.?\s?o", r"reszta"),
    ("CZ", "CZK", r"\bpraha\b|\bbrno\b|\bi[cč]o\b|\bdi[cč]\b|s\.\s?r\.\s?o\b|[uú][cč]tenka|celkem", r"\bdph\b"),
    ("HU", "HUF", r"budapest|ad[oó]sz[aá]m|nyugta|\bkft\b|[oö]sszesen", ""),
    ("GR", "EUR", r"\bαφμ\b|\bafm\b|συνολο|athens|αθηνα|\bφπα\b", r"[α-ω]{4}"),
    ("TR", "TRY", r"t[uü]rkiye|[iİ]stanbul|ankara|\bkdv\b|topkdv|\btoplam\b|\bnak[iİ]t\b|\bf[iİ]ş", ""),
    ("AE", "AED", r"dubai|abu dhabi|sharjah|\bu\.?a\.?e\b|emirates|\btrn\b", ""),
)  # fmt: skip
_COMPILED = tuple(
    (
        country,
        currency,
        re.compile(strong, re.IGNORECASE),
        re.compile(weak, re.IGNORECASE) if weak else None,
    )
    for country, currency, strong, weak in _CLUES
)


@dataclass(frozen=True)
class Country:
    """A country, its currency, and what on the receipt says so. ``points`` from 1 (a hint)."""

    country: str
    currency: str
    points: int
    clue: str


def places_of(rows: tuple[Row, ...]) -> tuple[Country, ...]:
    """The countries that a receipt hints at, likeliest first; empty when it hints at none."""
    text = "\n".join(row.text for row in rows)
    found = []
    for country, currency, strong, weak in _COMPILED:
        sure = {match.group().casefold() for match in strong.finditer(text)}
        hints = {match.group().casefold() for match in weak.finditer(text)} if weak else set()
        points = _STRONG * min(len(sure), _AT_MOST) + _WEAK * min(len(hints), _AT_MOST)
        if points:
            found.append(Country(country, currency, points, min(sure or hints)))
    return tuple(sorted(found, key=lambda place: -place.points))
