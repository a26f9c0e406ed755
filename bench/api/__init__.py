"""Requests made at random from the API's own description, and whether the answers keep to it."""
