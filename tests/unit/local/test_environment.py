from pathlib import Path

from infra.queues import QUEUES
from infra.tables import TABLES
from local.environment import SHIFT_SECONDS, child_environment
from mneme.runtime.settings import settings_from

DATA = Path("/data")


def test_functions_find_every_table_and_queue_in_their_environment() -> None:
    settings = settings_from(child_environment(DATA, "INFO", {}))

    assert (settings.stage, settings.data_dir, settings.opensearch_url) == ("local", DATA, None)
    assert settings.shift_seconds == float(SHIFT_SECONDS)
    assert {name: t.physical_name for name, t in settings.tables.items()} == {
        table.name: table.name for table in TABLES
    }
    assert {q.name: q.max_receives for q in settings.queue_layouts.values()} == {
        queue.name: queue.max_receives for queue in QUEUES
    }


def test_a_search_address_of_the_user_reaches_the_functions() -> None:
    environment = child_environment(DATA, "INFO", {"OPENSEARCH_URL": "http://127.0.0.1:9200"})

    assert settings_from(environment).opensearch_url == "http://127.0.0.1:9200"


def test_what_the_user_set_for_elsewhere_does_not_sway_the_stack() -> None:
    inherited = {"MNEME_STAGE": "prod", "MNEME_DATA_DIR": "/other", "HOME": "/home/me"}

    environment = child_environment(DATA, "INFO", inherited)

    assert (environment["MNEME_STAGE"], environment["MNEME_DATA_DIR"]) == ("local", "/data")
    assert environment["HOME"] == "/home/me"


def test_the_users_own_search_path_comes_last() -> None:
    path = child_environment(DATA, "INFO", {"PYTHONPATH": "/mine"})["PYTHONPATH"]

    assert path.split(":")[-1] == "/mine"
    assert "layers/core/python" in path


def test_metrics_are_written_only_where_logs_are_wanted() -> None:
    disabled = {
        level: child_environment(DATA, level, {})["POWERTOOLS_METRICS_DISABLED"]
        for level in ("INFO", "WARNING")
    }

    assert disabled == {"INFO": "false", "WARNING": "true"}


def test_the_index_follows_the_embedding_model_that_the_user_named() -> None:
    server = {"MNEME_EMBEDDER_URL": "http://127.0.0.1:1/v1", "MNEME_EMBEDDER_MODEL": "Small:v2"}
    size = {"MNEME_EMBEDDER_DIMENSIONS": "768"}
    names = [
        settings_from(child_environment(DATA, "INFO", inherited)).index_name
        for inherited in (
            {"MNEME_INDEX_NAME": "of-another-stack"},
            {**server, **size},
            {**server, "MNEME_EMBEDDER_DIMENSIONS": "256"},
            {"MNEME_BEDROCK_EMBEDDER": "titan", **size},
        )
    ]

    assert names[0] == "memories"
    assert names[1].startswith("memories-small-v2-")
    assert len(set(names)) == len(names)
