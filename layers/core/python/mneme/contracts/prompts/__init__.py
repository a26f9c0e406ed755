"""Prompts, one a file beside the model of its answer."""
