"""A simulated year of many users, with every row looked at."""
