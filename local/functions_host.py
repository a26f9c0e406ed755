"""Runs the deployed functions' handlers in this process, as the platform would call them."""

import importlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from infra.function import Function
from local.cloud_names import function_arn

Event = dict[str, Any]
Handler = Callable[[Event, "InvocationContext"], Any]

_MILLISECONDS = 1000


@dataclass(frozen=True)
class InvocationContext:
    """What a handler is told of its invocation, under the platform's names."""

    function_name: str
    aws_request_id: str
    memory_limit_in_mb: int
    timeout_seconds: int
    function_version: str = "$LATEST"
    started: float = field(default_factory=time.monotonic)

    @property
    def invoked_function_arn(self) -> str:
        """Return the function's ARN."""
        return function_arn(self.function_name)

    @property
    def log_group_name(self) -> str:
        """Return the name its logs would have."""
        return f"/aws/lambda/{self.function_name}"

    @property
    def log_stream_name(self) -> str:
        """Return the name of the part of its logs that this process writes."""
        return "local"

    def get_remaining_time_in_millis(self) -> int:
        """Return what is left of the function's time; never negative."""
        left = self.started + self.timeout_seconds - time.monotonic()
        return max(0, int(left * _MILLISECONDS))


def load_handler(name: str) -> Handler:
    """Import the code of a function, as the platform does when it starts one."""
    handler: Handler = importlib.import_module(f"functions.{name}.handler").lambda_handler
    return handler


class FunctionsHost:
    """Some functions, loaded once and invoked by name; what a handler raises is raised here."""

    def __init__(
        self, functions: Iterable[Function], load: Callable[[str], Handler] = load_handler
    ) -> None:
        self._functions = {function.name: function for function in functions}
        self._handlers = {name: load(name) for name in self._functions}

    def invoke(self, name: str, event: Event, request_id: str) -> Any:
        """Return what the function returns for the event."""
        function = self._functions[name]
        context = InvocationContext(name, request_id, function.memory_mb, function.timeout_seconds)
        return self._handlers[name](event, context)
