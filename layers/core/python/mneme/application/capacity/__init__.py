"""Room for what is new: the weakest memories leave when a part of a user's memory is full."""
