"""What operators set, laid over what the deployment says: as thresholds, made once a text."""

from mneme.application.ports.settings import AS_DELIVERED
from mneme.domain.thresholds import Thresholds

NOTHING = b"{}"
"""A document that leaves everything as it is."""


class LaidOver:
    """Reads documents that operators left. The last one is remembered, as most are read again."""

    def __init__(self, deployed: str) -> None:
        self._deployed = deployed
        self._text: bytes | None = None
        self._thresholds = AS_DELIVERED

    def thresholds(self, text: bytes) -> Thresholds:
        """Return the thresholds of a document. Raises InvalidRequest, naming the field."""
        if text != self._text:
            self._thresholds = self._made(text)
            self._text = text
        return self._thresholds

    def _made(self, text: bytes) -> Thresholds:
        if text.strip() == self._deployed.encode() == NOTHING:
            return AS_DELIVERED
        # The model costs a tenth of a second of import, which whoever changes nothing need not pay.
        from mneme.contracts.thresholds import parsed_document, thresholds_of  # noqa: PLC0415

        return thresholds_of(parsed_document(self._deployed), parsed_document(text))
