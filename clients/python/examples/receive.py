# Receives webhooks: SECRET=whsec_... PORT=9000 python3 receive.py
import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from legislog_client import WebhookError, verify_webhook

handled: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            delivery = verify_webhook(dict(self.headers), body, [os.environ["SECRET"]])
        except WebhookError as error:
            self.send_error(401, str(error))
            return
        if delivery.key not in handled:
            print(delivery.event["event"], json.dumps(delivery.event["data"]), flush=True)
        handled.add(delivery.key)  # in your program: store the key and the event in one transaction
        self.send_response(204)
        self.end_headers()


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9000"))), Receiver)
print("listening", flush=True)
server.serve_forever()
