# Receives webhooks: SECRET=whsec_... PORT=9000 python3 receiver.py
# It needs only the standard library. Every delivery is verified, stored once, and answered before it is used.
import base64
import hashlib
import hmac
import os
import sqlite3
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
TOLERANCE_S = 300
MOST_BYTES = 1024 * 1024

store = sqlite3.connect(os.environ.get("FILE", "deliveries.db"))
store.execute("CREATE TABLE IF NOT EXISTS delivery (key TEXT PRIMARY KEY, body TEXT NOT NULL)")


def verified(headers, body):
    """The idempotency key of a genuine delivery; None for anything else."""
    # Each of the three headers has two names: ours, and that of the Standard Webhooks.
    key = headers.get("X-Service-Idempotency-Key") or headers.get("webhook-id") or ""
    timestamp = headers.get("X-Service-Timestamp") or headers.get("webhook-timestamp") or ""
    signatures = headers.get("X-Service-Signature") or headers.get("webhook-signature") or ""
    if not key or not timestamp.isdecimal():
        return None
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return None
    # Verify the received bytes: JSON that was parsed and written again has another signature.
    digest = hmac.new(SECRET, f"{key}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    # While a secret is rotated there are two signatures, one of each secret.
    is_ours = any(hmac.compare_digest(given.encode(), wanted.encode()) for given in signatures.split(" "))
    return key if is_ours else None


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > MOST_BYTES:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(length)
        key = verified(self.headers, body)
        if key is None:
            return self.answer(401)
        # A delivery may come twice, always under one key: the second changes nothing.
        with store:
            cursor = store.execute("INSERT OR IGNORE INTO delivery VALUES (?, ?)", (key, body.decode()))
        print("new" if cursor.rowcount == 1 else "again", key, flush=True)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print("listening", flush=True)
server.serve_forever()
