"""The providers of models, by the names that tenants allow them by."""

ENDPOINT = "endpoint"
BEDROCK = "bedrock"
EMBEDDING_ENDPOINT = "embedding_endpoint"
"""Apart from the language models' `endpoint`: who allows one server has not allowed another."""
