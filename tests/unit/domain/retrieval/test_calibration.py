import math

import pytest

from mneme.domain.retrieval.calibration import FLOOR, SPAN, CosineAnchors, calibrated, logistic

ANCHORS = CosineAnchors(unrelated=0.12, paraphrase=0.83)


def test_anchors_that_calibrate_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="paraphrase"):
        CosineAnchors(unrelated=0.5, paraphrase=0.5)


def test_the_anchors_are_the_ends_of_the_scale() -> None:
    assert calibrated(0.12, ANCHORS) == 0.0
    assert calibrated(0.83, ANCHORS) == pytest.approx(1.0)
    assert logistic(FLOOR) == pytest.approx(0.1)
    assert logistic(FLOOR + SPAN) == pytest.approx(0.8)


def test_the_logistic_function_takes_any_number() -> None:
    assert logistic(0) == 0.5
    assert logistic(-1e6) == 0.0
    assert logistic(1e6) == 1.0
    assert logistic(math.log(4)) == pytest.approx(0.8)
