"""Use cases, named by verbs, over the ports. Imports the domain only."""
