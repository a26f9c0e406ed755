"""From a sentence, in any script, to its wording."""

import unicodedata

from mneme.domain.evolution.wording import Wording
from mneme.domain.evolution.wording_chinese import chinese_wording
from mneme.domain.evolution.wording_spaced import spaced_wording
from mneme.domain.extraction.sentences import has_han
from mneme.domain.retrieval.terms import Stem


def wording(sentence: str, stem: Stem) -> Wording:
    """Return the wording of one sentence."""
    text = unicodedata.normalize("NFKC", sentence).strip()
    return chinese_wording(text) if has_han(text) else spaced_wording(text, stem)
