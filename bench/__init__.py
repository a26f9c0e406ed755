"""Benchmarks that print a table. Most reach Mneme as its callers do: over HTTP."""

import os

# As the local stack sets it for its own processes: the embedder measured here is the one there.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
