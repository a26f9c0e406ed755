"""`./dev bench scale`: what does a deployment cost, how is it spread, and what breaks first?

Measures what an add and a recall use, over the real use cases and an embedded store, and works the
rest out from price lists, quotas and assumptions, each of which is a file that may be replaced.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from bench.report import machine, print_facts, print_table
from bench.scale import bounds, cost, demand, spread, usage
from bench.scale.demand import Use
from bench.scale.inputs import DATA, Assumptions, Prices, Quotas, ServiceQuota, read
from infra.settings import STAGES

USERS = (1_000, 1_000_000, 100_000_000)


def main(arguments: Sequence[str]) -> None:
    """Measure, work out, and print the tables."""
    parser = argparse.ArgumentParser(prog="./dev bench scale", description=__doc__)
    parser.add_argument("--prices", type=Path, default=DATA / "prices.json")
    parser.add_argument("--quotas", type=Path, default=DATA / "quotas.json")
    parser.add_argument("--assumptions", type=Path, default=DATA / "assumptions.json")
    parser.add_argument("--users", type=int, nargs="+", default=USERS)
    options = parser.parse_args(arguments)
    try:
        prices, told = read(Prices, options.prices), read(Assumptions, options.assumptions)
        quotas = read(Quotas, options.quotas).quotas
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print_facts(machine() | {"prices": prices.as_of})
    used = usage.measure()
    add, recall = demand.of_an_add(used, told), demand.of_a_recall(used, told)
    _print_usage(used)
    _print_costs(add, recall, prices)
    _print_plan(options.users, add, recall, told, prices)
    _print_bounds(used, add, recall, told, quotas)


def _print_usage(used: usage.Usage) -> None:
    header = ["function", "CPU ms", "store calls", "read units", "write units", "bytes kept"]
    rows = [
        [
            name,
            f"{step.cpu_ms:.1f}",
            f"{step.consumed.calls:.1f}",
            f"{step.consumed.read:.1f}",
            f"{step.consumed.written:.1f}",
            f"{step.consumed.stored:,.0f}",
        ]
        for name, step in used.steps.items()
    ]
    print_table(header, rows)
    print_facts({"an add": f"10 messages, 2 KB, {used.facts:.1f} facts; {usage.MEMORIES} known"})


def _print_costs(add: Use, recall: Use, prices: Prices) -> None:
    adds, recalls = cost.of_a_million(add, prices), cost.of_a_million(recall, prices)
    rows = [[name, f"{adds[name]:,.2f}", f"{recalls[name]:,.2f}"] for name in adds]
    rows.append(["all", f"{sum(adds.values()):,.2f}", f"{sum(recalls.values()):,.2f}"])
    print_table(["US dollars", "a million adds", "a million recalls"], rows)
    stages = [stage for stage in STAGES.values() if stage.search is not None]
    standing = {stage.name: cost.standing_month(stage, prices) for stage in stages}
    print_table(
        ["US dollars a month, unasked", *standing],
        [
            [part, *(f"{parts[part]:,.2f}" for parts in standing.values())]
            for part in next(iter(standing.values()))
        ],
    )


def _print_plan(
    users: Sequence[int], add: Use, recall: Use, told: Assumptions, prices: Prices
) -> None:
    header = ["users", "memories", "index GB", "shards", "fullest", "nodes", "cells"]
    plans = [spread.simulate(count, told) for count in users]
    print_table(
        header,
        [
            [
                f"{plan.users:,}",
                f"{plan.memories:,}",
                f"{plan.index_gb:,.1f}",
                f"{plan.shards:,}",
                f"{plan.fullest:.2f}",
                f"{plan.nodes:,}",
                f"{plan.cells:,}",
            ]
            for plan in plans
        ],
    )
    header = ["users", "adds/s at peak", "recalls/s at peak", "table GB", "partitions", "$ a month"]
    print_table(header, [_month(plan, add, recall, told, prices) for plan in plans])
    print_facts({"one user": f"at most {plans[-1].largest:,} memories"})


def _month(
    plan: spread.Spread, add: Use, recall: Use, told: Assumptions, prices: Prices
) -> list[str]:
    def peak(of_an_add: float, of_a_recall: float) -> float:
        return plan.users * bounds.a_users_second(of_an_add, of_a_recall, told)

    kept = plan.memories * told.bytes_a_memory
    days = 30 * plan.users * told.active_share / cost.MILLION
    asked = days * (
        told.adds_a_user_and_day * _without_storage(add, prices)
        + told.recalls_a_user_and_day * _without_storage(recall, prices)
    )
    node, volume = _node(plan, told)
    month = (
        asked
        + cost.stored_month(kept, prices)
        + cost.search_month(plan.nodes, node, volume, prices)
    )
    return [
        f"{plan.users:,}",
        f"{peak(1, 0):,.1f}",
        f"{peak(0, 1):,.1f}",
        f"{kept / cost.GB:,.1f}",
        f"{spread.partitions(kept, peak(add.most_write_units, recall.most_write_units)):,}",
        f"{month:,.0f}",
    ]


def _without_storage(use: Use, prices: Prices) -> float:
    return sum(cost.of_a_million(use.without_storage(), prices).values())


def _node(plan: spread.Spread, told: Assumptions) -> tuple[str, float]:
    """Return the nodes of a stage where they are enough, else the large ones."""
    own = STAGES["prod"].search
    if own is not None and plan.index_gb * told.search_copies < own.nodes * own.volume_gb / 2:
        return own.instance, own.volume_gb
    return told.large_node, told.gb_a_node


def _print_bounds(
    used: usage.Usage,
    add: Use,
    recall: Use,
    told: Assumptions,
    quotas: Sequence[ServiceQuota],
) -> None:
    rows = [
        [
            bound.quota.service,
            bound.quota.quota,
            f"{bound.quota.value:,.0f}",
            "yes" if bound.quota.adjustable else "no",
            f"{bound.of_an_add:,.3f}",
            f"{bound.of_a_recall:,.3f}",
            f"{bound.users:,.0f}" if bound.users else "never",
        ]
        for bound in bounds.bounds(add, recall, told, quotas)
    ]
    header = ["service", "quota", "default", "may rise", "an add", "a recall", "users at peak"]
    print_table(header, rows)
    of_one = bounds.hot_user(used, told).items()
    print_table(["one user, a second", "at most"], [[name, f"{most:.1f}"] for name, most in of_one])
