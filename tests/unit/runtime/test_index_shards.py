"""Into how many shards an index is cut."""

import pytest

from mneme.runtime.settings import settings_from

STAGE = {"MNEME_STAGE": "local", "MNEME_TABLES": "[]"}


@pytest.mark.parametrize("word", ["0", "1025", "-1", "many", "1.5"])
def test_a_number_of_shards_that_no_index_can_have_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="MNEME_INDEX_SHARDS must be"):
        settings_from({**STAGE, "MNEME_INDEX_SHARDS": word})


def test_an_index_has_as_many_shards_as_is_said() -> None:
    assert settings_from(STAGE).index_shards == 3
    assert settings_from({**STAGE, "MNEME_INDEX_SHARDS": "80"}).index_shards == 80
