"""Construct ids from the names of the data modules. Physical names are left to CloudFormation."""


def construct_id(name: str, kind: str = "") -> str:
    """Return `change_log`, `Table` as `ChangeLogTable`."""
    words = name.replace("-", "_").replace("/", "_").split("_")
    return "".join(word[:1].upper() + word[1:] for word in words) + kind
