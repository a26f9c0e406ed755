"""The Protocols between the use cases and the world; adapters implement them.

Every method takes the tenant first. A port says nothing of the technology behind it.
"""
