"""What `./dev` does. Standard library only: it runs before anything is installed."""

import sys

if not (3, 11) <= sys.version_info[:2] < (3, 14):
    found = ".".join(map(str, sys.version_info[:2]))
    sys.exit(f"dev: .venv holds Python {found}; remove the folder and try again")
