"""Jobs: off-line work in pages, each its own message, begun, carried on and looked after."""
