"""Requests that are repeated until they are answered."""

import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from .problems import ApiError

FIRST_WAIT_S = 0.5
LONGEST_OWN_WAIT_S = 20.0
TRANSIENT = (429, 500, 502, 503, 504)
LARGEST_PAGE = 200

Query = Mapping[str, Any]


@dataclass(frozen=True)
class Retries:
    attempts: int = 6
    """Attempts of a request, with the first one."""
    longest_wait_s: float = 120.0
    """A server that asks for a longer wait gets no further attempt."""
    wait: Callable[[float], None] = time.sleep


class Requests:
    """Sends requests. Every POST gets an `Idempotency-Key`, so that a repeat does nothing twice."""

    def __init__(self, http: httpx.Client, retries: Retries) -> None:
        self._http = http
        self._retries = retries

    def send(self, method: str, path: str, query: Query, body: Any = None) -> Any:
        """The JSON of the answer; None if it has no content, bytes if it is not JSON."""
        response = self.respond(method, path, query, body)
        if response.status_code == 204:
            return None
        is_json = response.headers.get("content-type", "").startswith("application/json")
        return response.json() if is_json else response.content

    def items(self, path: str, query: Query) -> Iterator[Any]:
        """All items of a list. It follows `next_cursor`."""
        cursor: str | None = None
        while True:
            page = self.send("GET", path, {"limit": LARGEST_PAGE, **given(query), "cursor": cursor})
            yield from (item for item in page["data"] if not item.get("deleted"))
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def respond(self, method: str, path: str, query: Query, body: Any = None) -> httpx.Response:
        """Waits as `Retry-After` says. A refusal raises an ApiError."""
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        content = {"content": body} if isinstance(body, bytes) else {"json": body} if body is not None else {}
        for attempt in range(1, self._retries.attempts + 1):
            is_last = attempt == self._retries.attempts
            try:
                response = self._http.request(method, path, params=given(query), headers=headers, **content)
            except httpx.TransportError:
                if is_last:
                    raise
                self._retries.wait(_own_wait(attempt))
                continue
            wait_s = _wait_of(response, attempt)
            if is_last or wait_s is None or wait_s > self._retries.longest_wait_s:
                break
            self._retries.wait(wait_s)
        if response.is_error:
            raise ApiError(response)
        return response


def filled(path: str, values: Query) -> str:
    for name, value in values.items():
        path = path.replace("{" + name + "}", quote(str(value), safe=""))
    return path


def given(query: Query) -> dict[str, Any]:
    """Parameters without those that were left out."""
    return {name: value for name, value in query.items() if value is not None}


def _wait_of(response: httpx.Response, attempt: int) -> float | None:
    """Seconds until the next attempt. It is None if another attempt gets the same answer."""
    after = response.headers.get("retry-after")
    if after is None:
        return _own_wait(attempt) if response.status_code in TRANSIENT else None
    if response.status_code < 400:
        return None
    try:
        asked = float(after) if after.isdigit() else parsedate_to_datetime(after).timestamp() - time.time()
    except ValueError:
        return _own_wait(attempt)
    return max(0.0, asked) + random.uniform(0, FIRST_WAIT_S)


def _own_wait(attempt: int) -> float:
    """The wait doubles. Half of it is random, so that clients that failed together do not come back together."""
    longest: float = min(LONGEST_OWN_WAIT_S, FIRST_WAIT_S * 2.0 ** (attempt - 1))
    return longest / 2 + random.uniform(0, longest / 2)
