"""Why there is no layer."""


class LayerError(RuntimeError):
    """The layer could not be built; the message is a tool's own, or says how large it became."""
