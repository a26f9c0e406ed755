"""Recall under load: how fast, where the time goes, how exact."""
