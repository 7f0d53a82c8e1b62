"""Client of the legislog API."""

from . import types
from .changes import ChangeBatch
from .client import Client
from .problems import ApiError, WebhookError
from .requests import Retries
from .webhooks import VerifiedDelivery, WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "ChangeBatch",
    "Client",
    "Retries",
    "VerifiedDelivery",
    "WebhookError",
    "WebhookEvent",
    "types",
    "verify_webhook",
]
