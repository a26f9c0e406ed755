"""What certificates are told of a deployment, read from its environment."""

from datetime import timedelta

import pytest

from mneme.domain.residues import Windows
from mneme.runtime.certificate_parts import providers_of
from mneme.runtime.erasure_settings import erasure_settings
from mneme.runtime.settings import settings_from

HOME = {"MNEME_STAGE": "local", "MNEME_TABLES": "[]"}


def test_at_home_there_is_one_key_and_nothing_but_the_machine() -> None:
    told = erasure_settings({})

    assert told.certificate_keys == ("1",)
    assert told.windows == Windows(on_one_machine=True)


def test_what_a_stage_says_is_taken() -> None:
    said = {
        "MNEME_CERTIFICATE_KEYS": '["old", "new"]',
        "MNEME_RECOVERY_DAYS": '{"keys": 1, "tables": 35, "stream": 1, "digests": 400}',
    }

    told = erasure_settings(said)

    days = timedelta(days=1)
    assert told.certificate_keys == ("old", "new")
    assert told.windows == Windows(days, 35 * days, days, 0 * days, 400 * days)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("MNEME_CERTIFICATE_KEYS", '"1"'),
        ("MNEME_CERTIFICATE_KEYS", "[1]"),
        ("MNEME_CERTIFICATE_KEYS", "1,2"),
        ("MNEME_RECOVERY_DAYS", '{"weeks": 1}'),
        ("MNEME_RECOVERY_DAYS", "35"),
        ("MNEME_PROVIDERS", "{}"),
    ],
)
def test_anything_else_is_refused(variable: str, value: str) -> None:
    with pytest.raises(ValueError):
        erasure_settings({variable: value})


@pytest.mark.parametrize(
    ("named", "providers"),
    [
        ({}, ()),
        ({"MNEME_LLM_URL": "https://m", "MNEME_LLM_MODEL": "m"}, ("endpoint",)),
        ({"MNEME_BEDROCK_MODEL": "m"}, ("bedrock",)),
        (
            {
                "MNEME_EMBEDDER_URL": "https://e",
                "MNEME_EMBEDDER_MODEL": "e",
                "MNEME_EMBEDDER_DIMENSIONS": "8",
            },
            ("embedding_endpoint",),
        ),
        ({"MNEME_BEDROCK_MODEL": "m", "MNEME_PROVIDERS": '["endpoint"]'}, ("endpoint",)),
        ({"MNEME_BEDROCK_MODEL": "m", "MNEME_PROVIDERS": "[]"}, ()),
    ],
)
def test_providers_are_those_of_the_models_unless_a_stage_names_them(
    named: dict[str, str], providers: tuple[str, ...]
) -> None:
    assert providers_of(settings_from(HOME | named)) == providers
