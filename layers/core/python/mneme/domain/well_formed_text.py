"""Text that every store and server takes."""

_UTF_16 = "utf-16-le"


def well_formed(text: str) -> str:
    """Return the text with halves of surrogate pairs joined, and single ones replaced.

    JSON lets them into a message; servers refuse them with the whole request.
    """
    if text.isascii():
        return text
    return text.encode(_UTF_16, "surrogatepass").decode(_UTF_16, "replace")
