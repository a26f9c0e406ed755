"""Facts from both sides of a conversation; each is of the side whose messages it comes from."""

from mneme.contracts.prompts.extraction_answer import ExtractedFacts
from mneme.contracts.prompts.extraction_prompt import ExtractionPrompt
from mneme.contracts.prompts.extraction_rules import KEPT, NOT_KEPT, Example
from mneme.domain.conversation import Role

PROMPT = ExtractionPrompt(
    purpose="You keep the long-term memory of an assistant. You are shown a conversation, and take"
    " down the facts about those who take part in it, and about their world, that will still matter"
    " in later conversations.",
    sources=frozenset({Role.USER, Role.ASSISTANT}),
    rules=(
        "Every fact comes from one side. Cite the messages of the one who states it; cite the"
        " question before an answer only together with the answer.",
        "Of an assistant, take down what it did, promised or advised. What it explains, asks,"
        " offers or repeats of the other's words is no fact.",
        "Where messages carry names, say whose fact it is by that name, but leave 'I' as it is.",
    ),
    examples=(
        *NOT_KEPT,
        *KEPT,
        Example(
            "(asked whether they have pets) yes, two cats",
            ("I have two cats.",),
            "an answer, made complete by its question",
        ),
    ),
)

Answer = ExtractedFacts
