"""Which sentences are about the same people and things wherever they are told."""

import pytest

from mneme.domain.evolution.definite_subject import is_definite

DEFINITE = [
    "I like tea",
    "Likes tea",
    "The user likes tea",
    "Ana works nights",
    "My mother smokes",
    "My new job is hard",
    "My favorite uncle's car is red",
    "My friend Ana likes sushi",
    "I like my job",
    "I like playing the piano",
    "I no longer like the office",
    "I have a dog",
    "I like the Beatles",
    "In winter I live with friends",
    "我喜欢茶",
    "我妈喜欢茶",
    "我老婆的工作很忙",
    "我朋友小李喜欢寿司",
    "我同事Tom会说德语",
    "小明吃肉",
    "我弹吉他",
    "我住在马耳他",
    "我喜欢其他水果",
    "我有一只狗",
]
VAGUE = [
    "He works nights",
    "She's vegan",
    "They’re vegan",
    "It hurts",
    "I like it",
    "I like her cooking",
    "This is important to me",
    "We drink",
    "My friend likes sushi",
    "My best friend likes sushi",
    "My brother-in-law drinks",
    "My work colleague drinks",
    "My mother's friends drink",
    "Our neighbours drink",
    "A friend of mine drinks",
    "Friend is vegetarian",
    "My dog likes cats",
    "My car is broken",
    "I like my brother",
    "I like the movie",
    "The project is late",
    "The project is no longer late",
    "他喜欢狗",
    "她吃肉",
    "我喜欢这个",
    "我喜欢那家店",
    "我们有孩子",
    "我朋友喜欢寿司",
    "我的好朋友喜欢寿司",
    "我妈的朋友喜欢寿司",
    "我同事会说德语",
    "我弟弟小时候喜欢狗",
    "我家的狗喜欢猫",
    "狗喜欢猫",
    "我喜欢我弟弟",
    "我的车坏了",
]


@pytest.mark.parametrize("sentence", DEFINITE)
def test_of_what_there_is_one_or_what_is_named_it_is_certain(sentence: str) -> None:
    assert is_definite(sentence)


@pytest.mark.parametrize("sentence", VAGUE)
def test_pronouns_and_one_of_many_may_mean_others_elsewhere(sentence: str) -> None:
    assert not is_definite(sentence)


@pytest.mark.parametrize("sentence", ["", "?", "my", "the", "我", "my favorite", "so my dear"])
def test_a_piece_of_a_sentence_can_be_asked_about(sentence: str) -> None:
    assert is_definite(sentence) in {True, False}
