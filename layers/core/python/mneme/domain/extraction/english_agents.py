"""Which English sentences of an agent tell of the agent itself, and for good."""

from mneme.domain.extraction.phrase_patterns import phrases

_LISTS = {
    "own": """
        name knowledge training training_data data hours answers replies working shift memory
        context role purpose
        notes sources default team office creators creator voice tone limits job
    """,
}

_OF_ITSELF = phrases(
    """
    i'm/i_am/we're/we_are [not/only/just/also/currently] a/an/the/your
    i'm/i_am/we're/we_are [not/only/just/also/currently] called/named/based/trained/built
    i'm/i_am/we're/we_are [not/only/just/also] made/designed/able
    i'm/i_am/we're/we_are [not/only/just/also] unable/limited/configured/available
    ^ i'm/i_am ~1 your/the/a/an
    i'm/i_am/we're/we_are here from/between/on/until
    i only/always/never/usually/normally/generally/mostly/often
    i can only
    i tend to
    i/we can't/can_not/don't/do_not/won't/will_not/no_longer
    i'm/i_am unable/not_able
    i/we have no/access/only
    i/we work/speak/use/keep/prefer/like/love/run/come/answer/reply/remember/store/save/forget/learn
    i/we was/were trained/built/made/created/designed/configured/instructed/told/set_up
    my/our {own} is/are/was/were/goes/ends/only/do/does/has/have/includes/comes
    """,
    _LISTS,
)
_FOR_GOOD = phrases(
    """
    i'll/i_will/we'll/we_will always/never/continue/no_longer
    i'll/i_will/we'll/we_will keep/stop *ing
    from now/here/today on/onward/onwards/forward
    in [the] future
    going forward
    every/each time
    as you asked/requested/wished
    """
)
_IN_THIS_TALK = phrases(
    """
    i/we don't/do_not/can't/didn't know/see/understand/think/find/have_enough/have_that/mean/recall
    i/we don't/do_not/can't/didn't believe/want/need/remember/agree/seem
    i/we can't/couldn't/can_not wait/tell/say/help_but/find
    i/we can't/couldn't/can_not read_the/open_the/see_the/be_sure/be_certain
    i/we [only/just] see/found/noticed/changed/removed/added/need/needed/want/have_one/have_two
    i'm/i_am/we're [so/very/really] sorry/afraid/glad/happy/sure
    i'm/i_am/we're [so/very/really] here_to/looking/going/not_sure/certain
    i/we use/used/keep/kept/like your/this/that/the
    i/we can't/cannot/won't help/assist/answer/do/share/continue/discuss/comply
    i/we [always/usually/generally/often/normally] recommend/suggest/advise
    if that/it/you/they helps/help/like/want/wish/need/prefer/think/works
    remember/recall/noted/mentioned that/you/your
    you're/you_are/you've/you_told/you_said/you_mentioned/you_like/you_prefer/you_live/you_have
    """
)


def tells_of_itself(said: str) -> bool:
    """Return whether an agent says what it is, does or does not, beyond this talk."""
    if _FOR_GOOD.search(said):
        return True
    return _OF_ITSELF.search(said) is not None and _IN_THIS_TALK.search(said) is None
