"""What jobs are made of."""

from mneme.runtime.commit_parts import CommitParts
from mneme.runtime.model_parts import ModelParts


class JobParts(CommitParts, ModelParts):
    """What any job may need: transactions, and a model that compresses."""
