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
_ABOUT_USER = r"(?=\s(?:about|from|on|of)\b|\s?[:：\]】]|$)"
_LABEL = (
    r"(?:(?:recalled|relevant|retrieved|stored|saved|long-term|user)[\s_-]memor(?:y|ies)"
    r"|(?:known|recalled|stored|retrieved|relevant|user)[\s_-](?:user[\s_-])?"
    rf"(?:facts?|context|information|details){_ABOUT_USER}"
    r"|(?:summary|recap|transcript|history|excerpts?)\sof\s(?:the\s|our\s|your\s)?"
    r"(?:previous|earlier|last|past|prior)\s(?:conversations?|chats?|sessions?|messages)"
    r"|(?:saved\s|stored\s|past\s|long-?term\s)?memor(?:y|ies)"
    r"(?:\s(?:bank|store|block|log|entries|items|notes|dump|list|summary))?(?=\s?[:：]|\s{0,8}$)"
    r"|previously\s(?:saved|stored|noted|known|mentioned)"
    r"|(?:召回|参考|相关|检索到?|已有|已存|已知|长期|用户|历史)[到出]?的?(?:历史|用户|相关)?"
    r"(?:记忆|信息|偏好|画像)|记忆(?=\s?[:：])"
    r"|(?:用户)?(?:记忆|画像|档案)(?:条目|库|列表|摘要|片段|内容|信息|块)"
    r"|(?:历史|之前的?|过往|此前的?)(?:对话|会话|聊天)的?(?:摘要|记录|总结|记忆))"
)
_BRACKETED_LABEL = (
    rf"(?:{_LABEL}|memor(?:y|ies)|context|background|user\s(?:info|profile|data|context)|记忆)"
)
_FENCE = re.compile(r"[ \t]{0,8}(?P<mark>`{3,}|~{3,}|-{3,}|={3,})[ \t]{0,8}(?P<rest>.{0,80})")
_FENCE_LABEL = re.compile(rf"{_LABEL}|memor(?:y|ies)[\s:=~`-]*$", re.IGNORECASE)
_CODE_FENCE = re.compile(r"`{3,}|~{3,}")
_BRACKET = re.compile(rf"\s{{0,8}}[\[【]\s?{_BRACKETED_LABEL}\s?[\]】]", re.IGNORECASE)
_BRACKET_END = re.compile(
    rf"\s{{0,8}}[\[【]\s?(?:/|end\s(?:of\s)?)\s?{_BRACKETED_LABEL}\s?[\]】]", re.IGNORECASE
)
_HEADING = re.compile(
    r"\W{0,8}(?:以下|下面)?[是为]?(?:从?数据库|系统)?[中里]?"
    rf"{_LABEL}[\s\w*，,（()）]{{0,40}}(?:[:：]|$)",
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
        foreign = _PRETENDED.match(line) or _NOTED_OF_USER.match(line)
        if block is None and not foreign:
            kept.append(line)
    return "\n".join(kept)
