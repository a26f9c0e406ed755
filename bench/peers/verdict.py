"""Whether Mneme is ahead of a peer: more evidence found, in less time."""

from collections.abc import Iterator

from bench.latency import percentile
from bench.peers.run import PeersRun
from bench.quality.evidence import RANKS, score

AHEAD = RANKS.index(10)
HEADER = ["Mneme", "against", "R@10", "p50", "p99"]


def rows(run: PeersRun, own: list[str], peers: list[str]) -> Iterator[list[str]]:
    """Yield a row for each way of asking Mneme and each peer: what is ahead, and by how much."""
    for mneme in own:
        for peer in peers:
            found = _found(run, mneme) - _found(run, peer)
            yield [
                mneme,
                peer,
                f"{'ahead' if found > 0 else 'BEHIND'} {found:+.3f}",
                _faster(run, mneme, peer, 50),
                _faster(run, mneme, peer, 99),
            ]


def _found(run: PeersRun, name: str) -> float:
    return score(run.questions, run.rankings[name]).recall[AHEAD]


def _faster(run: PeersRun, mneme: str, peer: str, percent: int) -> str:
    ours, theirs = (percentile(run.recall[name].values, percent) for name in (mneme, peer))
    return f"{'ahead' if ours < theirs else 'BEHIND'} {ours - theirs:+.1f} ms"
