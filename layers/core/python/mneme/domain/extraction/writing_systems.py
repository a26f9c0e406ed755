"""Which scripts a text is written in: enough to tell that a statement was translated."""

import re
from collections import Counter

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_RANGES = {
    "han": _HAN,
    "kana": "\u3041-\u30ff\u31f0-\u31ff",
    "hangul": "\u1100-\u11ff\uac00-\ud7af",
    "cyrillic": "\u0400-\u052f",
    "greek": "\u0370-\u03ff",
    "arabic": "\u0620-\u06ff\u0750-\u077f",
    "hebrew": "\u05d0-\u05ea",
    "indic": "\u0900-\u0dff",
    "southeast": "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff",
    "latin": "A-Za-z\u00aa-\u024f\u1e00-\u1eff",
}
_UNSPACED = frozenset({"han", "kana"})
"""Scripts whose every character weighs as much as a word of the others."""

_RUN = re.compile("|".join(f"(?P<{name}>[{signs}]+)" for name, signs in _RANGES.items()))


def same_language(statement: str, sources: list[str]) -> bool:
    """Return whether a statement is written as its sources are, as far as scripts tell.

    The script that carries the statement must occur in a source, and the script that carries some
    source must occur in the statement. Foreign names beside it decide nothing.
    """
    written = _weights(statement)
    heard = [_weights(source) for source in sources]
    carriers = [_carrier(weights) for weights in heard]
    carrier = _carrier(written)
    if carrier is None or not any(carriers):
        return True
    known = any(carrier in weights for weights in heard)
    return known and any(name in written for name in carriers if name)


def _weights(text: str) -> Counter[str]:
    weights: Counter[str] = Counter()
    for run in _RUN.finditer(text):
        name = str(run.lastgroup)
        weights[name] += len(run.group()) if name in _UNSPACED else 1
    return weights


def _carrier(weights: Counter[str]) -> str | None:
    return max(weights, key=weights.__getitem__, default=None)
