"""What the verbs that list share: a page, and the cursor of the next one."""

from typing import Annotated

from pydantic import Field

from mneme.contracts.http.fields import Cursor, UserId
from mneme.contracts.http.model import WireModel
from mneme.domain.paging import PAGE_LIMIT, PageRequest, Question

PageLimit = Annotated[int, Field(ge=1, le=PAGE_LIMIT, description="most entries of the page")]
_OF_THE_PAGE = {"cursor", "limit", "user_id"}


class ListRequest(WireModel):
    """Ask for a page. Send the same request with the answer's cursor until that is null."""

    user_id: UserId
    cursor: Cursor | None = None
    limit: PageLimit = PAGE_LIMIT

    def page(self, verb: str) -> PageRequest:
        """Return the page that is asked for; the rest of the request is its question."""
        asked = self.model_dump_json(exclude=_OF_THE_PAGE)
        return PageRequest(Question(verb, asked), self.cursor, self.limit)
