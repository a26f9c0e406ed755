"""The AWS emulator's process, run as a script by the emulator's own interpreter.

It begins with IAM completed (`emulator_iam`) and layers shared (`emulator_layers`).
"""

import sys
import tempfile
from importlib import import_module
from pathlib import Path

if __name__ == "__main__":
    # Told to this process alone: what stands in a variable would reach emulated functions too.
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    import_module("local.emulator_iam").complete()
    import_module("local.emulator_layers").share(Path(tempfile.gettempdir()) / "layers")
    import_module("ministack.app").main()
