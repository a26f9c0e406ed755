"""What there is to do about the messages of a conversation, of which some may be known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mneme.application.extract.find_overruled import FindOverruled
from mneme.application.extract.told_messages import EACH_TIME, NOT_READ
from mneme.application.repositories.episodes import EpisodeEntry, KeptEntry
from mneme.application.repositories.tasks import Tasks
from mneme.domain.memory import Source
from mneme.domain.task import Task, TaskState
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True, slots=True)
class Sorted:
    """Messages by what is to be done about them.

    `new` are kept nowhere, of the `edited` an older text is, and of those `taken_over` another task
    was to take facts, which it has not, or found no room for. From the `settled` no facts are to be
    taken: another task has, their text has been edited since, or nobody can tell whether they were
    said again, and a person has overruled what they told. `yielded` are, by message, keyed hashes
    of the statements of its earlier texts of which facts have been taken.
    """

    new: tuple[EpisodeEntry, ...]
    edited: tuple[EpisodeEntry, ...]
    taken_over: tuple[EpisodeEntry, ...]
    settled: frozenset[str]
    yielded: Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class SortMessages:
    """Asks what became of the tasks that had the messages before."""

    tasks: Tasks
    overruled: FindOverruled

    def __call__(
        self,
        tenant: TenantContext,
        user_id: str,
        task: Task,
        entries: Sequence[EpisodeEntry],
        known: Mapping[str, KeptEntry],
    ) -> Sorted:
        """Return the messages, sorted. A task that is gone has ended 400 days ago."""
        others = {seen.task_id for seen in known.values()} - {task.task_id}
        tasks = self.tasks.find_all(tenant, user_id, sorted(others))
        overruled = self.overruled(tenant, user_id, entries, known)
        missed = self._missed(tenant, user_id, entries, known, tasks)
        new, edited, taken_over, settled = [], [], [], set[str]()
        yielded: dict[str, frozenset[str]] = {}
        for entry in entries:
            seen = known.get(entry.message_id)
            if seen is not None:
                yielded[entry.message_id] = _yielded(entry, seen, tasks, missed)
            if seen is None:
                new.append(entry)
            elif seen.content_hash != entry.content_hash:
                # Of two that were accepted at one instant, the order of their ids decides for good.
                if (seen.accepted_at, seen.task_id) < (entry.accepted_at, entry.task_id):
                    edited.append(entry)
                else:
                    settled.add(entry.message_id)
            elif entry.read_as != NOT_READ:
                if entry.message_id in overruled or _is_read(entry, seen, tasks, missed):
                    settled.add(entry.message_id)
                elif seen.task_id != task.task_id:
                    taken_over.append(entry)
        return Sorted(tuple(new), tuple(edited), tuple(taken_over), frozenset(settled), yielded)

    def _missed(
        self,
        tenant: TenantContext,
        user_id: str,
        entries: Sequence[EpisodeEntry],
        known: Mapping[str, KeptEntry],
        tasks: Mapping[str, Task],
    ) -> frozenset[str]:
        """Return the messages of which a task had facts for which there was no room.

        Without those of which a person has overruled what was kept: it would be said again.
        """
        refused = {
            task_id: self.tasks.results.refused_messages(tenant, user_id, task)
            for task_id, task in tasks.items()
            if task.refused
        }
        missed = {
            Source(entry.scope.session_id, entry.message_id): seen
            for entry in entries
            if (seen := known.get(entry.message_id)) is not None
            and entry.message_id in refused.get(seen.task_id, ())
        }
        if not missed:
            return frozenset()
        overruled = self.overruled.of_session(tenant, user_id, missed)
        return frozenset(source.message_id for source in missed.keys() - overruled)


def _is_read(
    entry: EpisodeEntry, seen: KeptEntry, tasks: Mapping[str, Task], missed: frozenset[str]
) -> bool:
    """Return whether another task has read the message, and just so."""
    read_so = seen.read_as == entry.read_as != EACH_TIME and seen.task_id != entry.task_id
    kept = entry.message_id not in missed
    return read_so and kept and _has_read(tasks.get(seen.task_id))


def _yielded(
    entry: EpisodeEntry, seen: KeptEntry, tasks: Mapping[str, Task], missed: frozenset[str]
) -> frozenset[str]:
    """Return the statements of earlier texts that need not be read again.

    None if they were read in another way.
    """
    if seen.task_id == entry.task_id:
        return seen.yielded
    if NOT_READ not in (seen.read_as, entry.read_as) and seen.read_as != entry.read_as:
        return frozenset()
    if seen.content_hash == entry.content_hash or seen.read_as == NOT_READ:
        return seen.yielded
    has_read = entry.message_id not in missed and _has_read(tasks.get(seen.task_id))
    return seen.statements if has_read else seen.yielded


def _has_read(task: Task | None) -> bool:
    """Return whether a task's facts are kept, or in memory already."""
    if task is None or task.state is TaskState.DONE:
        return True
    return task.fact_count is not None and not task.state.final
