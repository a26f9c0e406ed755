"""The environment of a function: read in one place, and what is missing is named."""

import json
from pathlib import Path

import pytest

from infra.tables import layouts_json
from mneme.adapters.appconfig_place import AppconfigPlace
from mneme.adapters.call_bounds import DEFAULT_BOUNDS, CallBounds
from mneme.application.evolve.shift import SHIFT_SECONDS
from mneme.application.models.cached_embedder import CACHED_VECTORS
from mneme.runtime.settings import (
    NO_MODELS,
    EmbedderSettings,
    Fallback,
    ModelSettings,
    settings,
    settings_from,
)

SERVER = {
    "MNEME_EMBEDDER_URL": "https://vectors.example/v1",
    "MNEME_EMBEDDER_MODEL": "small",
    "MNEME_EMBEDDER_DIMENSIONS": "768",
}
STAGE = {"MNEME_STAGE": "dev", "MNEME_TABLES": layouts_json({"heads": "physical-heads"})}


def test_what_a_function_does_not_use_is_empty() -> None:
    made = settings_from(STAGE)

    assert (made.stage, made.data_dir, made.opensearch_url) == ("dev", None, None)
    assert (dict(made.queues), dict(made.buckets), made.key_id, made.region) == ({}, {}, "", "")


def test_tables_are_known_by_their_names_with_those_of_the_store() -> None:
    layouts = settings_from(STAGE).tables

    assert {name: layout.physical_name for name, layout in layouts.items()} == {
        "heads": "physical-heads"
    }
    assert set(layouts["heads"].indexes) == {"changed", "turns", "leaving", "due"}


def test_everything_that_is_given_is_taken() -> None:
    queue = {"name": "extraction", "fifo": True, "visibility_seconds": 60, "max_receives": 5}
    made = settings_from(
        {
            **STAGE,
            "MNEME_DATA_DIR": "data",
            "MNEME_QUEUE_LAYOUTS": json.dumps([queue]),
            "MNEME_QUEUES": '{"extraction": "url"}',
            "MNEME_BUCKETS": '{"payloads": "bucket"}',
            "MNEME_KEY_ID": "key",
            "MNEME_OPENSEARCH_URL": "https://search.example",
            "AWS_REGION": "eu-central-1",
        }
    )

    assert made.data_dir == Path("data")
    assert made.queue_layouts["extraction"].fifo
    assert (made.queues, made.buckets) == ({"extraction": "url"}, {"payloads": "bucket"})
    assert (made.key_id, made.opensearch_url) == ("key", "https://search.example")
    assert made.region == "eu-central-1"


def test_without_a_model_named_there_is_none() -> None:
    assert settings_from(STAGE).models == NO_MODELS
    assert (NO_MODELS.url, NO_MODELS.bedrock_model) == (None, None)


def test_models_are_named_by_the_environment() -> None:
    given = {
        "MNEME_LLM_URL": "https://models.example/v1",
        "MNEME_LLM_MODEL": "small",
        "MNEME_LLM_API_KEY": "sesame",
        "MNEME_BEDROCK_MODEL": "amazon.nova-lite-v1:0",
        "MNEME_LLM_FALLBACK": "deterministic",
        "MNEME_LLM_SECONDS": "300",
    }

    assert settings_from({**STAGE, **given}).models == ModelSettings(
        url="https://models.example/v1",
        name="small",
        api_key="sesame",
        bedrock_model="amazon.nova-lite-v1:0",
        fallback=Fallback.DETERMINISTIC,
        seconds=300.0,
    )


def test_without_an_embedding_model_named_the_local_one_has_the_usual_index() -> None:
    made = settings_from(STAGE)

    assert (made.embedder, made.index_name) == (None, "memories")


def test_an_embedding_model_is_named_by_the_environment() -> None:
    given = {
        "MNEME_EMBEDDER_API_KEY": "sesame",
        "MNEME_EMBEDDER_UNRELATED": "0.3",
        "MNEME_EMBEDDER_PARAPHRASE": "0.7",
        "MNEME_EMBEDDER_SHORTENED": "true",
        "MNEME_EMBEDDER_SECONDS": "7",
        "MNEME_INDEX_NAME": "memories-small",
    }

    made = settings_from({**STAGE, **SERVER, **given})

    assert made.embedder == EmbedderSettings(
        name="small",
        dimensions=768,
        url="https://vectors.example/v1",
        api_key="sesame",
        unrelated=0.3,
        paraphrase=0.7,
        shortened=True,
        seconds=7.0,
    )
    assert made.index_name == "memories-small"
    assert "sesame" not in repr(made)


def test_a_model_of_bedrock_needs_no_address() -> None:
    given = {"MNEME_BEDROCK_EMBEDDER": "titan", "MNEME_EMBEDDER_DIMENSIONS": "256"}

    assert settings_from({**STAGE, **given}).embedder == EmbedderSettings("titan", 256)


@pytest.mark.parametrize("name", ["MNEME_EMBEDDER_MODEL", "MNEME_EMBEDDER_DIMENSIONS"])
def test_an_embedding_server_without_name_or_dimensions_is_refused(name: str) -> None:
    with pytest.raises(KeyError, match=name):
        settings_from({**STAGE, **{key: SERVER[key] for key in SERVER if key != name}})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MNEME_BEDROCK_EMBEDDER", "titan"),
        ("MNEME_EMBEDDER_DIMENSIONS", "0"),
        ("MNEME_EMBEDDER_DIMENSIONS", "5000"),
        ("MNEME_EMBEDDER_UNRELATED", "0.8"),
        ("MNEME_EMBEDDER_SHORTENED", "perhaps"),
    ],
)
def test_an_embedding_model_that_cannot_be_is_refused_by_the_name_of_the_setting(
    name: str, value: str
) -> None:
    with pytest.raises(ValueError, match=name):
        settings_from({**STAGE, **SERVER, name: value})


def test_the_key_of_a_model_is_shown_nowhere() -> None:
    given = {"MNEME_LLM_URL": "u", "MNEME_LLM_MODEL": "m", "MNEME_LLM_API_KEY": "sesame"}

    assert "sesame" not in repr(settings_from({**STAGE, **given}))


def test_a_server_without_the_name_of_its_model_is_refused() -> None:
    with pytest.raises(KeyError, match="MNEME_LLM_MODEL"):
        settings_from({**STAGE, "MNEME_LLM_URL": "https://models.example/v1"})


def test_a_worker_turns_from_a_long_task_in_time_or_sooner_if_told_so() -> None:
    assert settings_from(STAGE).shift_seconds == SHIFT_SECONDS
    assert settings_from({**STAGE, "MNEME_SHIFT_SECONDS": "2"}).shift_seconds == 2.0


def test_a_deployment_says_how_many_questions_are_remembered() -> None:
    assert settings_from(STAGE).cached_queries == CACHED_VECTORS
    assert settings_from({**STAGE, "MNEME_CACHED_QUERIES": "0"}).cached_queries == 0


def test_a_deployment_says_how_long_calls_take() -> None:
    assert settings_from(STAGE).aws_calls == DEFAULT_BOUNDS

    other = settings_from({**STAGE, "MNEME_AWS_READ_SECONDS": "0.5", "MNEME_AWS_TRIES": "1"})
    assert other.aws_calls == CallBounds(0.5, 1)


def test_a_deployment_says_its_thresholds_and_where_operators_set_others() -> None:
    made = settings_from(STAGE)
    assert (made.thresholds, made.appconfig, made.settings_seconds) == ("{}", None, 60.0)
    assert made.thresholds_file is None

    place = {"application": "a", "environment": "e", "profile": "p"}
    other = settings_from(
        {
            **STAGE,
            "MNEME_THRESHOLDS": '{"recall": {"top_k": 5}}',
            "MNEME_APPCONFIG": json.dumps(place),
            "MNEME_SETTINGS_SECONDS": "1",
        }
    )
    assert other.thresholds == '{"recall": {"top_k": 5}}'
    assert (other.appconfig, other.settings_seconds) == (AppconfigPlace("a", "e", "p"), 1.0)
    at_home = settings_from({**STAGE, "MNEME_DATA_DIR": "data"})
    assert at_home.thresholds_file == Path("data/thresholds.json")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MNEME_AWS_READ_SECONDS", "0"),
        ("MNEME_AWS_TRIES", "0"),
        ("MNEME_CACHED_QUERIES", "-1"),
        ("MNEME_CACHED_QUERIES", "many"),
        ("MNEME_LLM_FALLBACK", "guess"),
        ("MNEME_LLM_SECONDS", "soon"),
        ("MNEME_SHIFT_SECONDS", "soon"),
        ("MNEME_SETTINGS_SECONDS", "0"),
    ],
)
def test_a_setting_that_is_none_of_the_known_is_refused(name: str, value: str) -> None:
    with pytest.raises(ValueError):
        settings_from({**STAGE, name: value})


@pytest.mark.parametrize("name", sorted(STAGE))
def test_what_is_missing_is_named(name: str) -> None:
    with pytest.raises(KeyError, match=name):
        settings_from({key: value for key, value in STAGE.items() if key != name})


def test_the_settings_of_the_process_are_those_of_its_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in STAGE.items():
        monkeypatch.setenv(name, value)

    assert settings() == settings_from(STAGE)
