"""Constructs: each turns one kind of row of the data modules into CloudFormation."""
