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
}
