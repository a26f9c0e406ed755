"""What the terminal shows once the stack serves: where it is, and three lines to try."""

import json
import shlex

_USER = "alice"
_SAID = "I moved to Lisbon in May, and I am allergic to peanuts."
_ASKED = "What is Alice allergic to?"
_ENDED = "'DONE|FAILED|DROPPED'"
_TASK_ID = """python3 -c 'import json, sys; print(json.load(sys.stdin)["data"]["task_id"])'"""


def greeting(base_url: str, api_key: str, seconds: float) -> str:
    """Return the text that says where everything is."""
    lines = "\n\n".join(lines_to_try(base_url, api_key))
    return f"""
Mneme is ready ({seconds:.1f} s).

  API        {base_url}
  API key    {api_key}
  Reference  {base_url}/docs

Tell it something, see what became of it, ask for it:

{lines}

Ctrl-C stops it; what was acknowledged is kept.
"""


def lines_to_try(base_url: str, api_key: str) -> tuple[str, str, str]:
    """Return three lines for a shell: add, task, recall. Pasted together they work as well.

    A write is carried out after it is accepted, so the second line asks until it is.
    """
    message = {"message_id": "m1", "role": "user", "content": _SAID}
    add = _curl(base_url, api_key, "add", {"user_id": _USER, "messages": [message]})
    task = _curl(base_url, api_key, "task", {"user_id": _USER, "task_id": "$TASK"})
    question = {"user_id": _USER, "query": _ASKED, "consistent": True}
    # The shell must put the id into the body, so the quotes are closed around it.
    task = task.replace("$TASK", "'\"$TASK\"'")
    return (
        f'TASK=$({add} | {_TASK_ID}); echo "$TASK"',
        f"until {task} | tee /dev/stderr | grep -qE {_ENDED}; do sleep 0.2; done",
        _curl(base_url, api_key, "recall", question),
    )


def _curl(base_url: str, api_key: str, verb: str, body: object) -> str:
    return " ".join(
        [
            "curl -s",
            f"{base_url}/memory/v1/{verb}",
            f"-H {shlex.quote(f'Authorization: Bearer {api_key}')}",
            "-H 'Content-Type: application/json'",
            f"-d {shlex.quote(json.dumps(body, separators=(',', ':')))}",
        ]
    )
