"""Keys and tokens that are recognized by their own form: a table of patterns.

A pattern that may take any number of characters starts only where such characters start, so that
every character is looked at a bounded number of times.
"""

import re
from collections.abc import Iterator

from mneme.domain.sensitive.finding import ALONE, ENDED, Finding, SensitiveKind

_KEY, _TOKEN = SensitiveKind.API_KEY, SensitiveKind.ACCESS_TOKEN
_WORD = "[A-Za-z0-9_-]"
_START = rf"(?<!{_WORD})"

_TABLE = (
    # Amazon: the long-lived, the temporary and the bearer key ids.
    (_KEY, "AKIA ASIA ABIA", rf"{ALONE}(?:AKIA|ASIA|ABIA)[A-Z0-9]{{16}}{ENDED}"),
    (_TOKEN, "ghp_ gho_ ghu_ ghs_ ghr_", rf"{ALONE}gh[pousr]_[A-Za-z0-9]{{36,}}{ENDED}"),
    (_TOKEN, "github_pat_", rf"{ALONE}github_pat_[A-Za-z0-9_]{{22,}}"),
    (
        _TOKEN,
        "glpat- gldt- glrt- glcbt- glptt- glft-",
        rf"{_START}gl(?:pat|dt|rt|cbt|ptt|ft)-{_WORD}{{20,}}",
    ),
    (_TOKEN, "xox", rf"{_START}xox[abceoprs]-[A-Za-z0-9-]{{10,}}"),
    (_TOKEN, "xapp-", rf"{_START}xapp-\d-[A-Za-z0-9-]{{10,}}"),
    (_TOKEN, "hooks.slack.com", r"hooks\.slack\.com/services/[A-Za-z0-9/]{20,}"),
    (_KEY, "k_", rf"{ALONE}[srp]k_(?:live|test)_[A-Za-z0-9]{{16,}}{ENDED}"),
    (_KEY, "whsec_", rf"{ALONE}whsec_[A-Za-z0-9+/=]{{24,}}"),
    (_KEY, "AIza", rf"{_START}AIza{_WORD}{{35}}(?!{_WORD})"),
    (_TOKEN, "ya29.", rf"{_START}ya29\.{_WORD}{{20,}}"),
    (_KEY, "GOCSPX-", rf"{_START}GOCSPX-{_WORD}{{20,}}"),
    (
        _KEY,
        "sk-",
        rf"{_START}sk-(?=[A-Za-z_-]{{0,24}}\d|[A-Za-z]{{0,48}}\d|{_WORD}{{40}}){_WORD}{{20,}}",
    ),
    (_TOKEN, "hf_", rf"{ALONE}hf_[A-Za-z0-9]{{30,}}{ENDED}"),
    (_TOKEN, "npm_", rf"{ALONE}npm_[A-Za-z0-9]{{36}}{ENDED}"),
    (_TOKEN, "pypi-", rf"{_START}pypi-AgE{_WORD}{{50,}}"),
    (_KEY, "SG.", rf"{_START}SG\.{_WORD}{{16,}}\.{_WORD}{{16,}}"),
    (_KEY, "SK", rf"{ALONE}SK[0-9a-f]{{32}}{ENDED}"),
    (_TOKEN, "_v1_", rf"{ALONE}do[opr]_v1_[a-f0-9]{{64}}{ENDED}"),
    (_TOKEN, ":", rf"\d(?<!{_WORD}.)\d{{7,9}}:{_WORD}{{35}}(?!{_WORD})"),
    (_KEY, "AccountKey=", r"(?<=AccountKey=)[A-Za-z0-9+/]{40,}={0,2}"),
    (_TOKEN, "eyJ", rf"{_START}eyJ{_WORD}{{8,}}\.eyJ{_WORD}{{8,}}(?:\.{_WORD}*)?"),
    (_TOKEN, "shpat_", rf"{ALONE}shpat_[a-fA-F0-9]{{32}}{ENDED}"),
)
_PATTERNS = tuple((kind, hints.split(), re.compile(pattern)) for kind, hints, pattern in _TABLE)
"""Without any of its hints a pattern cannot match, and is not tried."""

_ACCESS_KEY_ID = re.compile(rf"{ALONE}(?:AKIA|ASIA)[A-Z0-9]{{16}}{ENDED}")
_PAIRED = re.compile(r"(?<![A-Za-z0-9+/=_-])(?![0-9a-f]{40})[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])")

_PEM = re.compile(r"-----(?P<edge>BEGIN|END) (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = re.compile(r"(?:(?:\s|\\[rn]){0,4}[A-Za-z0-9+/=]{16,}+)*+")


def tokens(text: str) -> Iterator[Finding]:
    """Yield keys and tokens of known forms."""
    for kind, hints, pattern in _PATTERNS:
        if any(hint in text for hint in hints):
            for match in pattern.finditer(text):
                yield Finding(kind, match.start(), match.end())


def paired_secrets(text: str) -> Iterator[Finding]:
    """Yield what looks like the secret half of an access key, where the text holds its id too."""
    if ("AKIA" in text or "ASIA" in text) and _ACCESS_KEY_ID.search(text):
        for match in _PAIRED.finditer(text):
            yield Finding(SensitiveKind.API_KEY, match.start(), match.end())


def private_keys(text: str) -> Iterator[Finding]:
    """Yield blocks from BEGIN to END; one that is never closed, as far as it looks like a key."""
    opened: re.Match[str] | None = None
    for edge in _PEM.finditer(text):
        if edge["edge"] == "END":
            start = opened.start() if opened is not None else edge.start()
            yield Finding(SensitiveKind.PRIVATE_KEY, start, edge.end())
            opened = None
            continue
        if opened is not None:
            yield _unclosed(text, opened)
        opened = edge
    if opened is not None:
        yield _unclosed(text, opened)


def _unclosed(text: str, opened: re.Match[str]) -> Finding:
    body = _PEM_BODY.match(text, opened.end())
    end = opened.end() if body is None else body.end()
    return Finding(SensitiveKind.PRIVATE_KEY, opened.start(), end)
