"""How long a worker goes on with one task before it lets others have their turn."""

SHIFT_SECONDS = 45.0
"""After so long no further lot is begun: the worker has time for one, a model's calls included.

Where one worker serves all users, its shifts are shorter.
"""
