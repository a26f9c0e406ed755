"""A secret of AWS Secrets Manager, read by the provider of Powertools."""

from typing import Any

from aws_lambda_powertools.utilities.parameters.exceptions import GetParameterError
from aws_lambda_powertools.utilities.parameters.secrets import SecretsProvider

from mneme.domain.errors import Unavailable


def read_secret(client: Any, name: str) -> str:
    """Return a secret's text as it is now, without white space around it. Raises Unavailable."""
    try:
        text = SecretsProvider(boto3_client=client).get(name, force_fetch=True)
    except GetParameterError as error:
        raise Unavailable("the secret with the key cannot be read") from error
    return str(text).strip()
