"""Wishes about one answer, which a model took down as if they were to last."""

import re

_ENGLISH = re.compile(
    r"\b(?:(?:just )?this (?:time|once)(?! (?:last|next|of|around))|just for now|just once"
    r"|(?:for|in) this (?:answer|reply|response|turn|one))\b",
    re.IGNORECASE,
)
_ENGLISH_ANSWER = re.compile(
    r"\b(?:answer(?:ed|s)?|repl(?:y|ies)|respon(?:d|se)|output|format(?:ted)?|shorter|longer|briefer"
    r"|brief|bullet points?|table|summar(?:y|ize)|explain(?:ed)?|explanation)\b",
    re.IGNORECASE,
)
_CHINESE = re.compile(r"这一?[次回]|本次|此次|仅此一次|暂时|这轮")
_CHINESE_ANSWER = re.compile(r"回[答复]|答[案复]|输出|格式|解释|总结|列出|表格|简短|翻译")


def is_turn_wish(sentence: str) -> bool:
    """Return whether the sentence wishes something of this answer alone.

    Both must be said: "this time" alone is told of journeys as well.
    """
    english = _ENGLISH.search(sentence) and _ENGLISH_ANSWER.search(sentence)
    chinese = _CHINESE.search(sentence) and _CHINESE_ANSWER.search(sentence)
    return bool(english or chinese)
