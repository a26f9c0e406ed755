"""What stands before an adapter and is told of every call: to fail, to interfere, to take notes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from mneme.application.ports.table_store import Action, Put


class Killed(BaseException):
    """The process ended here: no code of the product may catch it."""


class Watcher(Protocol):
    """Is told of each call, before and after it; what it raises is what the caller sees."""

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """The call is about to be made."""
        ...

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """The call was made, and took effect."""
        ...


class Watched:
    """Any adapter, with its calls shown to a watcher."""

    def __init__(self, adapter: object, watcher: Watcher) -> None:
        self._adapter = adapter
        self._watcher = watcher

    def __getattr__(self, method: str) -> Callable[..., Any]:
        """Return the adapter's method, watched."""

        def call(*arguments: Any, **options: Any) -> Any:
            self._watcher.before(method, arguments)
            answer = getattr(self._adapter, method)(*arguments, **options)
            self._watcher.after(method, arguments)
            return answer

        return call


@dataclass
class Fuse:
    """Counts calls, and burns once: at call `at` (from 1), before the call or after it."""

    at: int = 0
    late: bool = False
    fault: Callable[[], BaseException] = Killed
    calls: int = 0

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """Burn before the call took effect."""
        self.calls += 1
        if self.calls == self.at and not self.late:
            raise self.fault()

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """Burn after the call took effect: only the answer is lost."""
        if self.calls == self.at and self.late:
            raise self.fault()


@dataclass
class Interlude:
    """Lets something else happen just before the first call that `when` picks, or before each."""

    when: Callable[[str, Sequence[Any]], bool]
    happens: Callable[[], object]
    done: bool = False
    again: bool = False

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """Interfere."""
        if not self.done and self.when(method, arguments):
            self.done = not self.again
            self.happens()

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """Nothing."""


@dataclass
class Notes:
    """Takes down every call; `transactions` are the lists of actions that were carried out."""

    calls: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)

    def before(self, method: str, arguments: Sequence[Any]) -> None:
        """Nothing."""

    def after(self, method: str, arguments: Sequence[Any]) -> None:
        """Take it down."""
        self.calls.append((method, tuple(arguments)))

    @property
    def transactions(self) -> list[Sequence[Action]]:
        """The actions of every transaction that was carried out."""
        return [arguments[1] for method, arguments in self.calls if method == "transact"]


def writes_to(table: str) -> Callable[[str, Sequence[Any]], bool]:
    """Pick the transactions that put rows into this table."""

    def picks(method: str, arguments: Sequence[Any]) -> bool:
        return method == "transact" and any(
            isinstance(action, Put) and action.table == table for action in arguments[1]
        )

    return picks
