"""How much room users have, as a deployment says."""

from mneme.domain.capacity import DEFAULT_LIMITS, Limit
from mneme.runtime.settings import settings_from

STAGE = {"MNEME_STAGE": "test", "MNEME_TABLES": "{}"}


def test_a_user_has_room_as_the_seed_says_unless_the_deployment_says_otherwise() -> None:
    assert settings_from(STAGE).capacity == DEFAULT_LIMITS

    other = settings_from({**STAGE, "MNEME_CAPACITY": "app=300,important=10"})
    assert other.capacity == {**DEFAULT_LIMITS, Limit.APP: 300, Limit.IMPORTANT: 10}
