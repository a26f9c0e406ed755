"""Mneme: long-term memory for AI agents."""

import gc

# What a process makes while it begins, stays: each look of the collector at it would be in vain.
# For good: requests leave few cycles, and a look at them can wait.
gc.set_threshold(50_000, *gc.get_threshold()[1:])
