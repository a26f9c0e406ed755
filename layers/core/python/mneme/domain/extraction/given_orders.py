"""Orders to whoever reads a conversation, to set instructions aside: they are no statements."""

import re

_ENGLISH = re.compile(
    r"\W{0,4}"
    r"(?:(?:please|now|and|then|so|first|from now on|you (?:must|should|will))[\s,:]{1,3}){0,3}"
    r"(?:ignore|disregard|forget|override|bypass|discard)\b[^.!?\n]{0,40}"
    r"\b(?:instructions?|prompts?|rules|guidelines|directives)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"\W{0,4}(?:请|现在|从现在起|从现在开始|接下来|[你您]|必须|要|[，,]){0,4}"
    r"(?:忽略|无视|忘记|忘掉|抛开|不要理会|绕过)[^。！？\n]{0,16}(?:指令|指示|提示词?|规则|设定)"
)


def sets_instructions_aside(sentence: str) -> bool:
    """Return whether the sentence begins as an order to ignore, forget or get around them."""
    return bool(_ENGLISH.match(sentence) or _CHINESE.match(sentence))
