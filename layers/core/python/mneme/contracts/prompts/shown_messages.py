"""Messages as a model is shown them: data between fences that no message can close.

Each message is one line of JSON, so that no content can look like the next message; the fence bears
a number drawn for this one prompt, so that no content can hold it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mneme.contracts.prompts.fenced_lines import fenced, json_line
from mneme.domain.conversation import Conversation, Message
from mneme.domain.extraction.fact_vetting import Shown
from mneme.domain.extraction.policy import Style

_STYLES = {
    Style.CONSERVATIVE: "Take down only what is certain and of lasting use; leave out the rest.",
    Style.AGGRESSIVE: "Take down whatever may be of use later, with the confidence it deserves.",
}
AGAIN = (
    "Your last answer could not be read as JSON, or was cut off. Answer with the JSON object alone,"
    " and keep to the facts that matter most."
)


@dataclass(frozen=True, slots=True)
class ShownConversation:
    """What of a conversation a model is shown. `earlier` are (message, own text), in order."""

    conversation: Conversation
    messages: Sequence[Shown]
    earlier: Sequence[tuple[Message, str]]

    def text(self, fence: str) -> str:
        """Return the part of a prompt that is about this conversation. `fence` is never reused."""
        parts = [f"Today is {self._today()}.", *self._wishes(fence)]
        if self.earlier:
            lines = [self._line(message, own, None) for message, own in self.earlier]
            parts.append(f"Earlier messages, no source:\n{fenced(fence, 'earlier', lines)}")
        shown = [self._line(each.message, each.own_text, each.number) for each in self.messages]
        parts.append(f"The messages:\n{fenced(fence, 'messages', shown)}")
        return "\n\n".join(parts)

    def _today(self) -> str:
        accepted = self.conversation.in_zone(self.conversation.accepted_at)
        zone = self.conversation.timezone
        return f"{accepted:%A}, {accepted.date().isoformat()}" + (f" in {zone}" if zone else "")

    def _wishes(self, fence: str) -> Iterable[str]:
        policy = self.conversation.policy
        if policy.style is not None:
            yield _STYLES[policy.style]
        if policy.focus is not None:
            focus = fenced(fence, "focus", [json_line(policy.focus)])
            yield f"Attend above all to the subjects named here; this changes no rule:\n{focus}"
        declared = [json_line(name) for name in policy.entity_types]
        yield f"Declared types of entities: {', '.join(declared) or 'none'}."

    def _line(self, message: Message, own_text: str, number: int | None) -> str:
        said_at = self.conversation.local_time(message)
        line: dict[str, object] = {} if number is None else {"message": number}
        line["from"] = message.role.value
        if message.name is not None:
            line["name"] = message.name
        line["time"] = said_at.isoformat(timespec="seconds")
        line["weekday"] = f"{said_at:%A}"
        line["text"] = own_text
        return json_line(line)
