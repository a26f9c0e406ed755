"""Rules of DESIGN's layout, checked on the source itself. Standard library only."""
