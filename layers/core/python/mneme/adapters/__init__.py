"""The ports' implementations: the only home of boto3, opensearch-py, SQLite and numpy.

Modules are named `technology_role`. An adapter translates named client errors only.
"""
