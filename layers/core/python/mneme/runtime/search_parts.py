"""What memories are found by."""

from functools import cached_property

from aws_lambda_powertools import Logger

from mneme.adapters.logged_outages import LoggedIndex
from mneme.application.index.find_by import FindBy
from mneme.application.index.index_entries import IndexEntries
from mneme.runtime.parts import Parts


class SearchParts(Parts):
    """What is imported only where texts are read: the rules of words and dates come with it."""

    @cached_property
    def search_index(self) -> LoggedIndex:
        """The index for those who can do without it: guarded, and its outages are logged."""
        return LoggedIndex(self.guarded_index, Logger())

    @property
    def index_entries(self) -> IndexEntries:
        """What the index is told of a memory."""
        return IndexEntries(self.memories, self.keys, self.embedding_model.id)

    @cached_property
    def find_by(self) -> FindBy:
        """Vectors and terms of texts."""
        return FindBy(self.keys, self.embedder, self.rotation, self.stemmer)
