"""Text in a message that is not its speaker's own: cut out before anything is read.

What was recalled must not be learned again, and a line that claims to be the system's is nobody's
statement. A block of memories that is never closed reaches to the end of the message; a closing
tag without an opening one discards what stands before it.
"""

import re
from dataclasses import dataclass

_TAG = re.compile(
    r"<\s{0,4}(?P<close>/?)\s{0,4}[\w.:-]{0,40}memor(?:y|ies)[\w.:-]{0,40}(?:\s[^<>]{0,400})?>",
    re.IGNORECASE,
)
_LABEL = r"(?:(?:recalled|relevant|retrieved)[\s_-]memor(?:y|ies)|(?:召回|相关|检索到?)的?记忆)"
_FENCE = re.compile(r"[ \t]{0,8}(?P<mark>`{3,}|~{3,}|-{3,}|={3,})[ \t]{0,8}(?P<rest>.{0,80})")
_FENCE_LABEL = re.compile(rf"{_LABEL}|memor(?:y|ies)[\s:=~`-]*$", re.IGNORECASE)
_CODE_FENCE = re.compile(r"`{3,}|~{3,}")
_BRACKET = re.compile(rf"\s{{0,8}}[\[【]\s?{_LABEL}\s?[\]】]", re.IGNORECASE)
_BRACKET_END = re.compile(
    rf"\s{{0,8}}[\[【]\s?(?:/|end\s(?:of\s)?)\s?{_LABEL}\s?[\]】]", re.IGNORECASE
)
_HEADING = re.compile(rf"\W{{0,8}}{_LABEL}[\s\w*]{{0,40}}(?:[:：]|$)", re.IGNORECASE)

_PRETENDED = re.compile(
    r"\W{0,8}(?:system|tool|系统)(?:\s(?:message|prompt|note))?\W{0,4}[:：]", re.IGNORECASE
)

_BRACKETED, _LISTED = "[", ":"


def own_text(text: str) -> str:
    """Return the text without blocks of recalled memories and lines of a pretended system."""
    return _without_labelled(_without_tagged(text))


def _without_tagged(text: str) -> str:
    kept: list[str] = []
    depth, start = 0, 0
    for tag in _TAG.finditer(text):
        if tag["close"]:
            depth = max(0, depth - 1)
        elif tag.group().endswith("/>"):
            continue
        else:
            if depth == 0:
                kept.append(text[start : tag.start()])
            depth += 1
        start = tag.end()
    if depth == 0:
        kept.append(text[start:])
    return "\n".join(kept)


@dataclass(frozen=True, slots=True)
class _Block:
    """An open block: the mark that a fence must repeat to close it, or the other two forms."""

    mark: str

    def closed_by(self, line: str) -> bool:
        """Return whether the line is the last of the block."""
        if self.mark == _LISTED:
            return not line.strip()
        if self.mark == _BRACKETED:
            return _BRACKET_END.match(line) is not None
        fence = _FENCE.match(line)
        if fence is None or not fence["mark"].startswith(self.mark):
            return False
        rest = fence["rest"].strip(" \t\r" + self.mark[0]).lower()
        return not rest or rest.startswith(("end", "/"))


def _opened_by(line: str) -> _Block | None:
    fence = _FENCE.match(line)
    if fence is not None and _FENCE_LABEL.match(fence["rest"]):
        return _Block(fence["mark"])
    if _BRACKET.match(line):
        return _Block(_BRACKETED)
    return _Block(_LISTED) if _HEADING.match(line) else None


def _without_labelled(text: str) -> str:
    kept: list[str] = []
    block: _Block | None = None
    for line in _CODE_FENCE.sub(r"\n\g<0>", text).split("\n"):
        if block is not None:
            block = None if block.closed_by(line) else block
            continue
        block = _opened_by(line)
        if block is None and not _PRETENDED.match(line):
            kept.append(line)
    return "\n".join(kept)
