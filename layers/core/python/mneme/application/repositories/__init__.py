"""Rows and transactions, written once over the table store: the authority's own rules."""
