"""Deliveries of webhooks."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .problems import WebhookError
from .types import (
    BillActionEvent,
    BillIntroducedEvent,
    BillStatusChangedEvent,
    EndpointDisabledEvent,
    EndpointWarningEvent,
    VoteRecordedEvent,
)

WebhookEvent = (
    BillIntroducedEvent
    | BillActionEvent
    | BillStatusChangedEvent
    | VoteRecordedEvent
    | EndpointWarningEvent
    | EndpointDisabledEvent
)

TOLERANCE_S = 300


@dataclass(frozen=True)
class VerifiedDelivery:
    key: str
    """It is the same whenever the same delivery comes again: store it, and handle each key once."""
    event: WebhookEvent
    """An endpoint that receives `*` may get event types that are newer than this client."""


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secrets: Iterable[str],
    *,
    tolerance_s: float = TOLERANCE_S,
    now: float | None = None,
) -> VerifiedDelivery:
    """Checks the signature and the age of a delivery, or raises a WebhookError.

    `body`: the bytes as they were received, because JSON that was parsed and written again has another signature.
    While a secret is rotated, give both.
    """
    names = {name.lower(): value for name, value in headers.items()}
    key = _header(names, "x-service-idempotency-key", "webhook-id")
    timestamp = _header(names, "x-service-timestamp", "webhook-timestamp")
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookError(f"the timestamp {timestamp!r} is not in Unix seconds")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_s:
        raise WebhookError(f"the timestamp {timestamp} is more than {tolerance_s} s away from now")
    signatures = _header(names, "x-service-signature", "webhook-signature").split(" ")
    signed = f"{key}.{timestamp}.".encode() + body
    for secret in secrets:
        digest = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
        wanted = f"v1,{base64.b64encode(digest).decode()}".encode()
        if any(hmac.compare_digest(wanted, signature.encode()) for signature in signatures):
            return VerifiedDelivery(key, json.loads(body))
    raise WebhookError("the signature was not made with this secret, or the body was changed")


def _header(headers: Mapping[str, str], *names: str) -> str:
    """Our name, or that of the Standard Webhooks. A delivery has both."""
    for name in names:
        if name in headers:
            return headers[name]
    raise WebhookError(f"the header {names[0]} is missing")


def _key_of(secret: str) -> bytes:
    if not secret.startswith("whsec_"):
        raise ValueError("a webhook secret begins with whsec_")
    return base64.b64decode(secret.removeprefix("whsec_"))
