"""Where an unexpected exception arose, without its text: texts may hold memory content."""

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any

from mneme.domain.errors import InternalFault, MnemeError

Handler = Callable[[dict[str, Any], object], Any]


def fault_site(error: BaseException) -> str:
    """Return the exception's type and the innermost places it passed, such as `KeyError a.py:3`."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} in {places}"


def without_texts(handler: Handler) -> Handler:
    """Return the handler, whose unexpected faults reach the platform's log by their place alone."""

    @wraps(handler)
    def guarded(event: dict[str, Any], context: object) -> Any:
        try:
            return handler(event, context)
        except MnemeError:
            raise
        except Exception as error:  # noqa: BLE001
            raise InternalFault(fault_site(error)) from None

    return guarded
