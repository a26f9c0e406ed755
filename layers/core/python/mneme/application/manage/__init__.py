"""Management (DESIGN §20): who may, lists, corrects, deletes and restores what is remembered."""
