"""The embeddings of one request's texts: made before what needs them, and once."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from mneme.application.index.embed_facts import EmbedFacts
from mneme.application.index.find_by import FindBy
from mneme.domain.memory import Embedding
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class EmbeddedTexts:
    """Of one user. Who plans again after a lost race finds what was embedded for the first plan."""

    find_by: FindBy
    tenant: TenantContext
    user_id: str
    _made: dict[tuple[int, str], Embedding] = field(default_factory=dict)

    def prepare(self, key_epoch: int, texts: Iterable[str]) -> None:
        """Embed texts in one batch; one that cannot be is left for `of` to raise its fault."""
        missing = [one for one in dict.fromkeys(texts) if (key_epoch, one) not in self._made]
        if not missing:
            return
        embed = EmbedFacts(self.find_by)
        for text, made in zip(
            missing, embed.texts(self.tenant, self.user_id, key_epoch, missing), strict=True
        ):
            if isinstance(made, Embedding):
                self._made[key_epoch, text] = made

    def of(self, key_epoch: int, text: str) -> Embedding:
        """Return the embedding of a text. Raises what the embedder raises."""
        made = self._made.get((key_epoch, text))
        if made is None:
            [made] = self.find_by.embeddings(self.tenant, self.user_id, key_epoch, [text])
            self._made[key_epoch, text] = made
        return made
