"""The names that the cloud would give things, so that events here look like events there."""

REGION = "local"
ACCOUNT = "000000000000"
API_ID = "mneme"
STAGE = "local"


def function_arn(name: str) -> str:
    """Return the ARN of a function."""
    return f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{name}"


def queue_arn(name: str) -> str:
    """Return the ARN of a queue."""
    return f"arn:aws:sqs:{REGION}:{ACCOUNT}:{name}"


def stream_arn(table: str) -> str:
    """Return the ARN of a table's stream."""
    return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{table}/stream/local"


def method_arn(method: str, path: str) -> str:
    """Return the ARN of one method of the API, which an authorizer's policy must allow."""
    return f"arn:aws:execute-api:{REGION}:{ACCOUNT}:{API_ID}/{STAGE}/{method}{path}"
