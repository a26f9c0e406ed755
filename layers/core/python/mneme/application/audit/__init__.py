"""Whether what is told of the past is what was written then."""
