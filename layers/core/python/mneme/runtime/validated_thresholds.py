"""A document of thresholds as AppConfig shows it to its validator."""

import binascii
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from mneme.contracts.thresholds import parsed_document, thresholds_of
from mneme.domain.errors import InvalidRequest
from mneme.runtime.settings import settings


def refuse_unfit(event: Mapping[str, Any]) -> None:
    """Raise InvalidRequest, whose text names the field, unless the document is one.

    It is laid over what the deployment says, as whoever reads it does.
    """
    try:
        text = b64decode(event["content"], validate=True)
    except (KeyError, TypeError, binascii.Error) as error:
        raise InvalidRequest("is not in base 64", field="content") from error
    try:
        thresholds_of(parsed_document(settings().thresholds), parsed_document(text))
    except InvalidRequest as refusal:
        # The platform tells whoever asked the text alone.
        raise InvalidRequest(f"{refusal.field}: {refusal.message}", field=refusal.field) from None
