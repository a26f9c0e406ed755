"""From conversations to facts, and the verbatim episode."""
