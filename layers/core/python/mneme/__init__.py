"""Mneme: long-term memory for AI agents."""
