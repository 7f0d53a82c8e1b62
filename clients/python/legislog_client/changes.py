"""What changed since a checkpoint."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .problems import ApiError
from .requests import LARGEST_PAGE, Query, Requests, given

BEGINNING: dict[str, Any] = {"since": "1970-01-01", "cursor": None}


@dataclass(frozen=True)
class ChangeBatch:
    """Changes of one page. Save all of it in one transaction: then your copy is right wherever your program is stopped."""

    starts_over: bool
    """Empty your copy first: the feed was rebuilt, or the checkpoint is too old. The batch has no items."""
    changed: list[Any]
    """New and changed items. The same one may come twice: write by `id`."""
    deleted: list[Any]
    """Removed items: `id`, `deleted` and `updated_at`."""
    checkpoint: str
    """Give it to the next call, after a stop or for the next walk. It belongs to this path and these parameters."""


def read_changes(requests: Requests, path: str, query: Query, checkpoint: str | None) -> Iterator[ChangeBatch]:
    """Ends when there are no more changes for now. Without a checkpoint it reads everything."""
    place = BEGINNING if checkpoint is None else _place_of(checkpoint)
    include = [part for part in str(query.get("include") or "").split(",") if part not in ("", "deleted")]
    fixed = {"limit": LARGEST_PAGE, **given(query), "include": ",".join([*include, "deleted"])}
    while True:
        # Within a walk, `since` stays and the cursor moves. Only the last page says where the next walk begins.
        asked = {**fixed, "updated_since": place["since"], "cursor": place["cursor"]}
        try:
            response = requests.respond("GET", path, asked)
        except ApiError as error:
            if error.code != "resync_required" or place is BEGINNING:
                raise
            place = BEGINNING
            yield ChangeBatch(True, [], [], json.dumps(place))
            continue
        page = response.json()
        cursor = page["next_cursor"]
        since = place["since"] if cursor is not None else response.headers["x-sync-through"]
        place = {"since": since, "cursor": cursor}
        yield ChangeBatch(
            starts_over=False,
            changed=[item for item in page["data"] if not item.get("deleted")],
            deleted=[item for item in page["data"] if item.get("deleted")],
            checkpoint=json.dumps(place),
        )
        if cursor is None:
            return


def _place_of(checkpoint: str) -> dict[str, Any]:
    place = json.loads(checkpoint)
    if not isinstance(place, dict) or not isinstance(place.get("since"), str):
        raise ValueError(f"this is no checkpoint: {checkpoint}")
    return place
