"""How sure a statement sounds: what its speaker doubts may be confirmed before it is believed."""

from mneme.domain.extraction.main_language import is_chinese
from mneme.domain.extraction.phrase_patterns import expressions, phrases, spoken
from mneme.domain.extraction.sentences import words

SURE = 1.0
HEDGED = 0.6
"""Believed, unless the policy is a conservative one."""
DOUBTFUL = 0.4
"""Below what a policy without a style of its own believes."""

_HEDGED_ENGLISH = phrases(
    """
    i/we think/guess/believe/suppose i/i'm/i've/we/we're/it's/it/he/he's/she/she's/my/they/our
    probably/supposedly/apparently/presumably/likely
    """
)
_DOUBTFUL_ENGLISH = phrases(
    """
    maybe/perhaps/possibly
    i/we/he/she/they might/may
    i'm/i_am not [entirely/quite/really/so] sure/certain
    not [entirely/quite/really/so] sure/certain if/whether/about/when
    might be/have/go/move/get/try/need/want
    if i remember/recall
    could be wrong
    don't quote me
    """
)
_HEDGED_CHINESE = expressions("应该是 大概 估计 据说 我觉得 算是")
_DOUBTFUL_CHINESE = expressions(
    "可能(?!性) 也许 或许 好像 似乎 说不定 不确定 不一定 没准 貌似 不太确定 记不清 没记错"
)


def confidence(text: str) -> float:
    """Return how sure the statement sounds, in [0, 1]."""
    doubtful, hedged, said = _DOUBTFUL_CHINESE, _HEDGED_CHINESE, text
    if not is_chinese(text):
        doubtful, hedged = _DOUBTFUL_ENGLISH, _HEDGED_ENGLISH
        said = spoken([word.lower() for word in words(text)])
    if doubtful.search(said):
        return DOUBTFUL
    return HEDGED if hedged.search(said) else SURE
