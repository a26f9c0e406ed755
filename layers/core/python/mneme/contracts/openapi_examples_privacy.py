"""Examples of the verbs of privacy."""

from mneme.contracts.openapi_example import USER, Example

PRIVACY_EXAMPLES = {
    "user/switch": Example(
        request={"user_id": USER, "app_id": "travel", "enabled": False},
        answer={
            "app_id": "travel",
            "enabled": False,
            "effective": False,
            "apps_off": ["travel"],
        },
    ),
    "user/purge": Example(
        request={"user_id": USER, "scope": {"app_id": "travel"}},
        answer={"job_id": "purge-2"},
    ),
    "user/erase": Example(request={"user_id": USER}, answer={"job_id": "erase-3"}),
    "user/export": Example(request={"user_id": USER}, answer={"job_id": "export-000001-3"}),
}
