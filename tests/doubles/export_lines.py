"""Lines of an export, as somebody may send them: those of the documented example."""

from copy import deepcopy
from typing import Any

from mneme.contracts.openapi_examples_import import IMPORT_EXAMPLES

FILE: dict[str, Any] = {
    name: deepcopy(IMPORT_EXAMPLES["user/import"].request[name]) for name in ("header", "lines")
}
"""What an import takes beside its user."""
HEADER: dict[str, Any] = FILE["header"]
LINE: dict[str, Any] = FILE["lines"][0]
