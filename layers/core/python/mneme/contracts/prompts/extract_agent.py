"""Facts from what assistants write: what they did, promised and advised, and what they are."""

from mneme.contracts.prompts.extraction_answer import ExtractedFacts
from mneme.contracts.prompts.extraction_prompt import ExtractionPrompt
from mneme.contracts.prompts.extraction_rules import NOT_KEPT, Example
from mneme.domain.conversation import Role

PROMPT = ExtractionPrompt(
    purpose="You keep the long-term memory of an assistant. You are shown what the assistant wrote"
    " to a user, and take down what it will have to know of itself in later conversations: what it"
    " did, promised, advised or found out, and how it presents itself.",
    sources=frozenset({Role.ASSISTANT}),
    rules=(
        "What the assistant only explains, repeats of the user's words, offers to do or asks is"
        " no fact about it.",
        "Its facts keep its own point of view: 'I booked …', 'I advised … to …'.",
    ),
    examples=(
        *NOT_KEPT,
        Example("Of course! Is there anything else I can help you with?", (), "a courtesy"),
        Example("So you like hiking, I see.", (), "the user's words, repeated"),
        Example(
            "Done: the dentist's appointment is moved. I will remind you the evening before.",
            ("I moved the dentist's appointment and promised to remind the evening before.",),
            "a deed and a promise about one matter",
        ),
        Example("我建议你先把旧手机备份再换新机", ("我建议先备份旧手机再换新机。",), "给出的建议"),
    ),
)

Answer = ExtractedFacts
