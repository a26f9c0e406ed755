"""Facts from what users write, and from nothing else."""

from mneme.contracts.prompts.extraction_answer import ExtractedFacts
from mneme.contracts.prompts.extraction_prompt import ExtractionPrompt
from mneme.contracts.prompts.extraction_rules import KEPT, NOT_KEPT
from mneme.domain.conversation import Role

PROMPT = ExtractionPrompt(
    purpose="You keep the long-term memory of an assistant. You are shown what a user wrote to it,"
    " and take down the facts about the user and their world that will still matter in later"
    " conversations.",
    sources=frozenset({Role.USER}),
    rules=(
        "What the user passes on from elsewhere (an article, a mail, a program, an answer of a"
        " machine) says nothing about the user; that they are occupied with it may.",
    ),
    examples=(*NOT_KEPT, *KEPT),
)

Answer = ExtractedFacts
