# Lists bills about a subject: TOKEN=... python3 search.py wa "school meals"
import os
import sys

from legislog_client import Client

jurisdiction, q = sys.argv[1:3] if len(sys.argv) > 2 else ("zz", "water")

with Client(os.environ.get("BASE", "http://127.0.0.1:8080"), os.environ["TOKEN"]) as legislog:
    for bill in legislog.list_bills(jurisdiction=jurisdiction, q=q):
        print(f"{bill['identifier']}: {bill['title']} ({bill['status']})")
