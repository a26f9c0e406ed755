"""Where an unexpected exception arose, without its text: texts may hold memory content."""

import traceback


def fault_site(error: BaseException) -> str:
    """Return the exception's type and the innermost places it passed, such as `KeyError a.py:3`."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    places = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} in {places}"
