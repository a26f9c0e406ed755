"""Text in a message that is not its speaker's own: cut out before anything is read.

What was recalled must not be learned again, and a line that claims to be the system's is nobody's
statement. A block of memories that is never closed reaches to the end of the message, and a list
under a heading to the end of its items; a closing tag without an opening one discards what stands
before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mneme.domain.extraction.recalled_labels import CONTEXT_TAG, KEY, LABEL, MEMORY_TAG
from mneme.domain.extraction.structured_data import data_spans

_TAG = re.compile(
    rf"(?:<|&lt;)\s{{0,4}}(?P<close>/?)\s{{0,4}}(?:{MEMORY_TAG}|(?P<context>{CONTEXT_TAG}))"
    r"(?:\s[^<>&]{0,400})?(?:>|&gt;)",
    re.IGNORECASE,
)
_TAG_ALONE = re.compile(
    rf"(?:<|&lt;)\s{{0,4}}(?:{MEMORY_TAG}|{CONTEXT_TAG})(?:\s[^<>&]{{0,400}})?/\s?(?:>|&gt;)",
    re.IGNORECASE,
)
_BRACKETED_LABEL = (
    rf"(?:(?:the\s)?{LABEL}(?:\s[\w\s]{{0,30}})?|memor(?:y|ies)(?:\s\w{{1,20}}){{0,2}}|context"
    r"|background|(?:user\s)?profile|user\s(?:info|data)|记忆.{0,6}|背景(?:信息|资料)?|用户.{0,6})"
)
_FENCE = re.compile(r"[ \t]{0,8}(?P<mark>`{3,}|~{3,}|-{3,}|={3,})[ \t]{0,8}(?P<rest>.{0,80})")
_FENCE_LABEL = re.compile(rf"{LABEL}|memor(?:y|ies)[\s:=~`-]*$", re.IGNORECASE)
_CODE_FENCE = re.compile(r"`{3,}|~{3,}")
_BRACKET = re.compile(rf"\s{{0,8}}[\[【]\s?{_BRACKETED_LABEL}\s?[\]】]", re.IGNORECASE)
_BRACKET_END = re.compile(
    rf"\s{{0,8}}[\[【]\s?(?:/|end\s(?:of\s)?)\s?(?:{_BRACKETED_LABEL}\s?)?[\]】]", re.IGNORECASE
)
_BRACKET_LINE = re.compile(
    rf"\s{{0,8}}[\[【(（]\s?(?:{_BRACKETED_LABEL}\s?[:：—–-]"
    r"|from\s(?:my\s|your\s|the\s)?(?:saved\s|stored\s)?(?:memory|memories)\b)",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"\W{0,8}(?:以下|下面)?[是为]?(?:从?数据库|系统)?[中里]?(?:the\s)?"
    rf"{LABEL}(?:(?!\b(?:is|are|was|were|has|had)\b)[\s\w*，,（()）]){{0,40}}(?P<end>[:：]|$)",
    re.IGNORECASE,
)
_PRETENDED = re.compile(
    r"\W{0,8}(?:system|tool|系统)(?:\s(?:message|prompt|note))?\W{0,4}[:：]", re.IGNORECASE
)

_NOTED_OF_USER = re.compile(
    r"\s{0,8}(?:[-*·•‣+]|\d{1,2}[.)、])\s{0,4}(?:the\s)?(?:user\b|用户)"
    r"|\W{0,8}(?:已知[:：]?)?用户(?:叫|是|在|有|喜欢|住|今年|正|不|的|家|姓|养|每)"
    r"|\W{0,8}(?:根据|依据|按照?|基于)(?:[您你]|用户)?的?(?:历史|记忆|过往|之前|以往)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s{0,8}(?:[-*·•‣+–—]|[(（]?\d{1,3}[.)、）])\s{0,4}\S")

_BRACKETED, _LISTED = "[", ":"


def own_text(text: str) -> str:
    """Return the text without blocks of recalled memories and lines of a pretended system."""
    return _without_labelled(_without_data(_without_tagged(_TAG_ALONE.sub(" ", text))))


def _without_tagged(text: str) -> str:
    kept: list[str] = []
    depth, start = 0, 0
    for tag in _tags(text):
        if tag["close"]:
            depth = max(0, depth - 1)
        else:
            if depth == 0:
                kept.append(text[start : tag.start()])
            depth += 1
        start = tag.end()
    if depth == 0:
        kept.append(text[start:])
    return "\n".join(kept)


def _tags(text: str) -> Iterator[re.Match[str]]:
    found = list(_TAG.finditer(text))
    closed = {tag["context"].lower() for tag in found if tag["context"] and tag["close"]}
    return (tag for tag in found if not tag["context"] or tag["context"].lower() in closed)


def _without_data(text: str) -> str:
    kept: list[str] = []
    start = 0
    for first, end in data_spans(text):
        if KEY.search(text, first, end):
            kept.append(text[start:first])
            start = end
    return "\n".join([*kept, text[start:]])


@dataclass(slots=True)
class _Block:
    """An open block: the mark that a fence must repeat to close it, or the other two forms.

    A list is `told` once something stood in it: only then does an empty line end it, and an item
    behind that line goes on with it.
    """

    mark: str
    told: bool = False
    paused: bool = False

    def closed_by(self, line: str) -> bool:
        """Return whether the block ends with the line."""
        if self.mark == _BRACKETED:
            return _BRACKET_END.match(line) is not None
        fence = _FENCE.match(line)
        if fence is None or not fence["mark"].startswith(self.mark):
            return False
        rest = fence["rest"].strip(" \t\r" + self.mark[0]).lower()
        return not rest or rest.startswith(("end", "/"))

    def left_by(self, line: str) -> bool:
        """Return whether the block, a list, ended before the line."""
        if not line.strip():
            self.paused = self.told
            return False
        if self.paused and not _ITEM.match(line):
            return True
        self.told, self.paused = True, False
        return False


def _opened_by(line: str) -> _Block | None:
    fence = _FENCE.match(line)
    if fence is not None and _FENCE_LABEL.match(fence["rest"]):
        return _Block(fence["mark"])
    if _BRACKET.match(line):
        return _Block(_BRACKETED)
    heading = _HEADING.match(line)
    if heading is None:
        return None
    return _Block(_LISTED, told=bool(line[heading.end() :].strip(" \t\r*_#=-")))


def _without_labelled(text: str) -> str:
    kept: list[str] = []
    block: _Block | None = None
    for line in _CODE_FENCE.sub(r"\n\g<0>", text).split("\n"):
        if block is not None and block.mark == _LISTED:
            if not block.left_by(line):
                continue
        elif block is not None:
            block = None if block.closed_by(line) else block
            continue
        block = _opened_by(line)
        if block is None and not _is_foreign(line):
            kept.append(line)
    return "\n".join(kept)


def _is_foreign(line: str) -> bool:
    return any(mark.match(line) for mark in (_PRETENDED, _NOTED_OF_USER, _BRACKET_LINE))
