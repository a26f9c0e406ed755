"""Every function, as data: what it is for, what may call it, what it may touch.

One construct turns each row into a role and a function; nothing here imports CDK. Code is named
by path: `functions/<name>/handler.py`.
"""

from infra.api_functions import API_FUNCTIONS
from infra.work_functions import WORK_FUNCTIONS

FUNCTIONS = (*API_FUNCTIONS, *WORK_FUNCTIONS)
