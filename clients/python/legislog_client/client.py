"""The client."""

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self

import httpx

from .changes import ChangeBatch, read_changes
from .operations import Operations
from .requests import Requests, Retries


class Client(Operations):
    """Every operation of the API as a method. `with Client(...) as legislog:` closes its connections.

    `base_url`: the address of the service. `transport`: another way to send, such as a proxy.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout_s: float = 60.0,
        retries: Retries | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._http = httpx.Client(
            base_url=base_url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=timeout_s,
            follow_redirects=True,
            transport=transport,
        )
        self._requests = Requests(self._http, retries or Retries())

    def changes(self, path: str, *, checkpoint: str | None, **query: Any) -> Iterator[ChangeBatch]:
        """What changed in a collection, such as `/v1/bills`, since a checkpoint: batches to keep a copy with.

        It ends when there are no more changes for now. Begin with None, and store the checkpoint of each batch
        together with its items.
        """
        return read_changes(self._requests, path, query, checkpoint)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
