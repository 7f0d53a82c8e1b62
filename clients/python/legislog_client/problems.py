"""What goes wrong."""

from typing import Any

import httpx


class ApiError(Exception):
    """The service refused a request. Decide by `status` and `code`; the message is for people."""

    def __init__(self, response: httpx.Response) -> None:
        problem = _problem(response)
        self.status = response.status_code
        self.code = str(problem.get("code", "unknown"))
        """One of a closed list: see docs/errors.md of the service."""
        self.request_id: str | None = problem.get("request_id")
        """Name it if you report a fault of the service."""
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        """Which parameter or member is wrong, and why."""
        detail = problem.get("detail", problem.get("title", "no details"))
        # A query may contain an address or a question, so the message has the path alone.
        super().__init__(f"{self.status} {self.code}: {detail} ({response.url.path})")


class WebhookError(Exception):
    """The request did not come from the service, or not now. Answer it with 401."""


def _problem(response: httpx.Response) -> dict[str, Any]:
    """A proxy between may answer with something else than a problem."""
    try:
        parsed = response.json()
    except ValueError:
        return {"detail": response.text[:200]}
    return parsed if isinstance(parsed, dict) else {"detail": response.text[:200]}
