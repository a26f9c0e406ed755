"""Chinese counts as much as English (P29): the real embedder, character pairs, mixed text."""

from functools import cache, cached_property

import pytest

from mneme.adapters.use_embedder import UseEmbedder
from mneme.domain.retrieval.embedding_text import fact_text
from tests.doubles.recall_world import FailingEmbedder, RecallWorld

SOY_MILK, WEST_LAKE = "喜欢无糖豆浆", "住在杭州西湖区"
OAT_MILK, COLLEAGUE = "Orders oat milk at 星巴克", "和 Alice 一起做支付项目"
OTHERS = ("对花生过敏", "每周三晚上打羽毛球", "车是特斯拉 Model 3", "Works as a nurse in Bern")


@cache
def _model() -> UseEmbedder:
    return UseEmbedder()


class ChineseWorld(RecallWorld):
    """A recall world that embeds with the model that is shipped."""

    @cached_property
    def embedder(self) -> FailingEmbedder:
        """The real model."""
        return _model()  # type: ignore[return-value]


@pytest.fixture(scope="module")
def world() -> RecallWorld:
    world = ChineseWorld()
    for text in (SOY_MILK, WEST_LAKE):
        world.put(fact_text(None, text))
    return world


@pytest.fixture(scope="module")
def mixed(world: RecallWorld) -> RecallWorld:
    world = ChineseWorld()
    for text in (SOY_MILK, WEST_LAKE, OAT_MILK, COLLEAGUE, *OTHERS):
        world.put(fact_text(None, text))
    return world


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("他喝什么", SOY_MILK),
        ("西湖", WEST_LAKE),
        ("他住在哪里？", WEST_LAKE),
        ("豆浆要不要加糖", SOY_MILK),
        ("What does he drink?", SOY_MILK),
        ("Where does he live?", WEST_LAKE),
    ],
)
def test_p29_of_two_chinese_facts_the_right_one_comes_first(
    world: RecallWorld, question: str, answer: str
) -> None:
    assert world.says(question)[:1] == [answer]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("西湖", WEST_LAKE),
        ("星巴克", OAT_MILK),
        ("在星巴克点什么", OAT_MILK),
        ("谁和 Alice 共事", COLLEAGUE),
        ("Alice 的支付项目", COLLEAGUE),
        ("他开什么车", "车是特斯拉 Model 3"),
        ("对什么食物过敏", "对花生过敏"),
        ("运动", "每周三晚上打羽毛球"),
        ("他的职业是护士吗", "Works as a nurse in Bern"),
        ("food allergies", "对花生过敏"),
    ],
)
def test_p29_among_memories_of_two_languages_the_right_one_comes_first(
    mixed: RecallWorld, question: str, answer: str
) -> None:
    assert mixed.says(question)[:1] == [answer]


@pytest.mark.parametrize("question", ["量子力学的基本原理", "今天的天气预报", "quantum physics"])
def test_p29_what_no_memory_is_about_finds_nothing(world: RecallWorld, question: str) -> None:
    assert world.says(question) == []


def test_p29_without_the_embedder_shared_characters_still_find_it() -> None:
    world = RecallWorld()
    for text in (SOY_MILK, WEST_LAKE, *OTHERS):
        world.put(text)
    world.embedder.down = True

    assert world.says("西湖") == [WEST_LAKE]
    assert world.says("无糖豆浆") == [SOY_MILK]
