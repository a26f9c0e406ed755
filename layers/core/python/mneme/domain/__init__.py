"""Pure rules of memory. Imports the standard library only; performs no input or output."""
