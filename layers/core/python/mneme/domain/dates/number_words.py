"""Numbers in words: English up to ninety-nine, Chinese up to 9999, read digit by digit or not."""


def _list(text: str) -> list[str]:
    return text.split()


_ENGLISH_UNITS = _list(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_ENGLISH_TENS = _list("twenty thirty forty fifty sixty seventy eighty ninety")
_ENGLISH = {word: number for number, word in enumerate(_ENGLISH_UNITS)} | {
    word: number * 10 for number, word in enumerate(_ENGLISH_TENS, start=2)
}
_ENGLISH |= {"a": 1, "an": 1, "couple": 2, "dozen": 12}

_ORDINAL_UNITS = _list(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ORDINALS = {word: number for number, word in enumerate(_ORDINAL_UNITS, start=1)} | {
    "twentieth": 20,
    "thirtieth": 30,
}

_CHINESE = {mark: number for number, mark in enumerate("〇一二三四五六七八九")}
_CHINESE |= {"零": 0, "两": 2}
_CHINESE_TENS = {"十": 10, "百": 100, "千": 1000}

ENGLISH_NUMBER = (
    rf"(?:{'|'.join(_ENGLISH_TENS)})(?:[ -](?:{'|'.join(_ENGLISH_UNITS[1:10])}))?"
    rf"|{'|'.join(sorted(_ENGLISH_UNITS[1:], key=len, reverse=True))}"
)
ENGLISH_ORDINAL = (
    rf"(?:twenty|thirty)[ -](?:{'|'.join(_ORDINAL_UNITS[:9])})"
    rf"|{'|'.join(sorted(_ORDINALS, key=len, reverse=True))}"
)
CHINESE_NUMBER = "[〇零一二两三四五六七八九十百千]{1,7}"


def english_number(words: str) -> int:
    """Return the number that digits or English words tell; raises ValueError if they tell none."""
    if words.isdigit():
        return int(words)
    return sum(_looked_up(_ENGLISH, word) for word in words.replace("-", " ").split())


def english_ordinal(words: str) -> int:
    """Return the number of an English ordinal in words; raises ValueError if it is none."""
    *tens, last = words.replace("-", " ").split()
    return sum(_looked_up(_ENGLISH, word) for word in tens) + _looked_up(_ORDINALS, last)


def chinese_number(marks: str) -> int:
    """Return the number that digits or Chinese numerals tell; raises ValueError if none.

    Numerals without ten, hundred or thousand are read digit by digit, as years are told.
    """
    if marks.isdigit():
        return int(marks)
    if not any(mark in _CHINESE_TENS for mark in marks):
        return int("".join(str(_looked_up(_CHINESE, mark)) for mark in marks))
    total, digit, seen = 0, 0, False
    for mark in marks:
        if mark in _CHINESE_TENS:
            total += (digit if seen else 1) * _CHINESE_TENS[mark]
            digit, seen = 0, False
        else:
            digit, seen = _looked_up(_CHINESE, mark), True
    return total + digit


def _looked_up(table: dict[str, int], word: str) -> int:
    if word not in table:
        raise ValueError("no number")
    return table[word]
