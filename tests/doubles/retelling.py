"""Messages of a session that are told, told again and edited, an hour after each other."""

from datetime import datetime, timedelta

from mneme.domain.scope import Scope
from mneme.domain.task import Task
from tests.doubles.made import GLOBAL, a_message, said
from tests.doubles.world import USER, World


def accept(
    world: World,
    text: str,
    message_id: str = "m1",
    session_id: str = "s-1",
    scope: Scope = GLOBAL,
    time: datetime | None = None,
    user_id: str = USER,
) -> Task:
    """Accept a message now; it is worked on when somebody does."""
    message = a_message(text, message_id, time=time)
    place = Scope(scope.level, scope.app_id, session_id)
    conversation = said(messages=(message,), scope=place, accepted_at=world.clock.now())
    task = world.accept_add(world.acme, user_id, conversation, None)
    world.durable.clock.advance(hours=1)
    return task


def tell(world: World, text: str, message_id: str = "m1", **parts: object) -> Task:
    """Tell a message, and return what became of it."""
    task = accept(world, text, message_id, **parts)  # type: ignore[arg-type]
    world.work()
    return world.read_task(world.acme, str(parts.get("user_id", USER)), task.task_id)


def ago(world: World, **parts: float) -> datetime:
    """Return an instant before now: parts of a timedelta."""
    return world.clock.now() - timedelta(**parts)


def active(world: World, user_id: str = USER) -> list[str]:
    """Return what a user's current memories say, in order of the text."""
    held = world.held(user_id=user_id)
    return sorted(one.revision.content for one in held if one.head.status == "ACTIVE")


def delete_all(world: World) -> list[str]:
    """Let the user delete what is current, an hour before anything else; return the ids."""
    ids = [one.head.memory_id for one in world.held() if one.head.status == "ACTIVE"]
    world.manage.delete.some(world.acme, USER, ids)
    world.durable.clock.advance(hours=1)
    return ids
