"""Tables that a person can read."""

from bench.quality.evidence import SCORE_HEADER
from bench.quality.locomo import Question
from bench.quality.report import score_rows
from bench.quality.run import QualityRun
from bench.report import table


def test_words_stand_left_and_figures_right() -> None:
    assert table(["what", "p50"], [["add", "9.1"], ["recall", "12.5"]]).splitlines() == [
        "what     p50",
        "add      9.1",
        "recall  12.5",
    ]


def test_a_table_without_rows_is_its_header() -> None:
    assert table(["what", "p50"], []) == "what  p50"


def test_scores_are_shown_for_all_and_for_each_category_asked() -> None:
    run = QualityRun(("turns",), ())
    run.questions += [Question("Who?", "temporal", ("a",)), Question("Why?", "open", ("b",))]
    run.rankings["turns"] += [["a"], ["x"]]

    rows = list(score_rows(run))

    assert [row[:3] for row in rows] == [
        ["all", "turns", "2"],
        ["open", "turns", "1"],
        ["temporal", "turns", "1"],
    ]
    assert len(rows[0]) == 2 + len(SCORE_HEADER)
