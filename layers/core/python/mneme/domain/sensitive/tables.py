"""Data of numbers with check digits: issuers of cards, lengths of IBANs, Chinese provinces."""

CARD_ISSUERS = (
    # first digits from, to (both included), lengths
    ("4", "4", frozenset({16, 19})),
    ("51", "55", frozenset({16})),
    ("2221", "2720", frozenset({16})),
    ("34", "34", frozenset({15})),
    ("37", "37", frozenset({15})),
    ("300", "305", frozenset({14})),
    ("36", "36", frozenset({14})),
    ("38", "39", frozenset({14})),
    ("3528", "3589", frozenset({16})),
    ("6011", "6011", frozenset({16, 19})),
    ("62", "62", frozenset({16, 17, 18, 19})),
    ("644", "659", frozenset({16, 19})),
    ("5018", "5020", frozenset({16, 18, 19})),
    ("5038", "5038", frozenset({16, 18, 19})),
    ("6304", "6304", frozenset({16, 18, 19})),
    ("6759", "6763", frozenset({16, 18, 19})),
    ("81", "81", frozenset({16, 17, 18, 19})),
    ("2200", "2204", frozenset({16})),
    ("60", "60", frozenset({16})),
)
"""Visa, Mastercard, American Express, Diners, JCB, Discover, UnionPay, Maestro, Mir, RuPay."""

CARD_LAYOUTS = (
    *((length,) for length in range(14, 20)),
    (4, 4, 4, 4),
    (4, 4, 4, 4, 3),
    (6, 13),
    (4, 6, 5),
    (4, 6, 4),
    (8, 8),
)
"""How the digits of a card are grouped where they are: in one, or as on the card."""

CARD_LENGTHS = tuple(sorted({length for *_, lengths in CARD_ISSUERS for length in lengths}))

_ZEROS = """
660 6F0 7C0 966 9E6 A66 AE6 B66 BE6 C66 CE6 D66 DE6 E50 ED0 F20 1040 1090 17E0 1810 1946 19D0
1A80 1A90 1B50 1BB0 1C40 1C50 A620 A8D0 A900 A9D0 A9F0 AA50 ABF0 FF10 104A0 10D30 11066 110F0
11136 111D0 112F0 11450 114D0 11650 116C0 11730 118E0 11950 11C50 11D50 11DA0 16A60 16AC0 16B50
1D7CE 1D7D8 1D7E2 1D7EC 1D7F6 1E140 1E2F0 1E950 1FBF0
"""
ZEROS = tuple(int(code, 16) for code in _ZEROS.split())
"""The zeros of all scripts but ASCII; the other digits follow each in order."""

CHINESE_PROVINCES = frozenset(
    str(code)
    for region in (range(11, 16), range(21, 24), range(31, 38), range(41, 47), range(50, 55))
    for code in (*region, *range(61, 66), 71, 81, 82, 83)
)
"""The first two digits of a resident id."""

_LENGTHS = """
NO 15  BE 16  DK FI FO GL NL 18  MK SI 19  AT BA EE KZ LT LU XK 20  CH HR LI LV 21
BG BH CR DE GB GE IE ME RS VA 22  AE GI IL IQ TL 23  AD CZ ES MD PK RO SA SE SK TN VG 24
LY PT ST 25  IS TR 26  BI DJ FR GR IT MC MR SM 27  AL AZ BY CY DO EG GT HU LB NI PL SV 28
BR PS QA UA 29  JO KW MU 30  MT SC 31  LC 32  RU 33
"""


def _iban_lengths() -> dict[str, int]:
    lengths: dict[str, int] = {}
    waiting: list[str] = []
    for word in _LENGTHS.split():
        if word.isdigit():
            lengths |= dict.fromkeys(waiting, int(word))
            waiting = []
        else:
            waiting.append(word)
    return lengths


IBAN_LENGTHS = _iban_lengths()
"""How long an IBAN of each country is."""
