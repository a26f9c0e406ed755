import json

import pytest
from pydantic import ValidationError

from mneme.contracts.http.add import AddAnswer
from mneme.contracts.http.envelope import Envelope, ErrorData


def test_an_answer_travels_as_code_message_trace_and_data() -> None:
    envelope = Envelope[AddAnswer](
        code=0, msg="ok", trace_id="1-abc", data=AddAnswer(task_id="t1", accepted=True)
    )

    assert json.loads(envelope.model_dump_json()) == {
        "code": 0,
        "msg": "ok",
        "trace_id": "1-abc",
        "data": {"task_id": "t1", "accepted": True, "redacted": {}},
    }


def test_an_error_names_its_field_and_the_current_revision() -> None:
    envelope = Envelope[ErrorData](
        code=40901, msg="moved on", trace_id="1-abc", data=ErrorData(current_revision=3)
    )

    assert envelope.model_dump()["data"] == {
        "field": None,
        "current_revision": 3,
        "kinds": None,
        "memory_id": None,
        "step": None,
        "dimension": None,
        "limit": None,
    }


def test_an_envelope_may_be_empty_but_never_untraceable() -> None:
    assert Envelope[ErrorData](code=50000, msg="fault", trace_id="1-abc").data is None
    with pytest.raises(ValidationError):
        Envelope[ErrorData](code=50000, msg="fault")  # type: ignore[call-arg]


def test_an_envelope_carries_the_data_of_its_own_verb_only() -> None:
    with pytest.raises(ValidationError):
        Envelope[AddAnswer].model_validate(
            {"code": 0, "msg": "ok", "trace_id": "1-abc", "data": {"content": "secret"}}
        )
