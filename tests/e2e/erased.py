"""Users of a deployed stage who are erased."""

from typing import Any

from tests.e2e.caller import Caller, eventually


def erased(caller: Caller, user_id: str) -> dict[str, Any]:
    """Let a user tell something and erase them; return the certificate of it."""
    caller.data("add_structured", user_id=user_id, content="I keep bees.", skip_evolution=True)
    job_id = caller.data("user/erase", user_id=user_id)["job_id"]
    asked = {"user_id": user_id, "job_id": job_id}
    assert eventually(lambda: caller.data("job", **asked)["state"] == "DONE")
    (issued,) = caller.data("user/certificate", **asked)["certificates"]
    certificate: dict[str, Any] = issued["certificate"]
    return certificate
