"""From a fact and what is known to a decision."""
