"""Other memories beside Mneme: the same turns, embedder and questions, each system in a process.

Modules named `…_peer` run in another interpreter than the rest, which `wire` starts them in.
"""
