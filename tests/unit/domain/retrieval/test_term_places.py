from mneme.domain.retrieval.term_places import (
    AROUND,
    OWN_SHIFT,
    PREVIOUS,
    neighbour_shares,
    own_length,
    own_terms,
    term_places,
)


def test_a_place_tells_how_often_and_beside_whom_a_term_is_said() -> None:
    places = term_places(("tea", "cup", "tea"), {-1: ("tea", "milk"), 3: ("milk", "milk")})

    assert places["tea"] >> OWN_SHIFT == 2
    assert places["tea"] & PREVIOUS
    assert places["milk"] <= AROUND
    assert places["cup"] & AROUND == 0


def test_own_terms_leave_out_what_only_neighbours_say() -> None:
    places = term_places(("tea", "cup", "tea"), {1: ("milk",)})

    assert own_terms(places) == ("tea", "cup")
    assert own_length(places) == 3


def test_offsets_beyond_reach_are_left_out() -> None:
    assert term_places((), {4: ("far",), -9: ("far",)}) == {}


def test_of_several_neighbours_the_weightiest_counts() -> None:
    shares = neighbour_shares({-1: 0.6, 2: 0.3})
    places = term_places((), {-1: ("both",), 2: ("both", "late"), 3: ("nobody",)})

    assert [shares[places[term]] for term in ("both", "late", "nobody")] == [0.6, 0.3, 0.0]
    assert shares[0] == 0.0
