# Keeps a copy of a collection in SQLite: TOKEN=... python3 sync.py copy.db /v1/bills
# Run it again at any time, also after it was killed: it goes on from its checkpoint.
import json
import os
import sqlite3
import sys

from legislog_client import Client

file, path = sys.argv[1], sys.argv[2]
copy = sqlite3.connect(file)
copy.execute("CREATE TABLE IF NOT EXISTS item (path TEXT, id, body TEXT, PRIMARY KEY (path, id)) WITHOUT ROWID")
copy.execute("CREATE TABLE IF NOT EXISTS place (path TEXT PRIMARY KEY, checkpoint TEXT)")
kept = copy.execute("SELECT checkpoint FROM place WHERE path = ?", (path,)).fetchone()

with Client(os.environ.get("BASE", "http://127.0.0.1:8080"), os.environ["TOKEN"]) as legislog:
    for batch in legislog.changes(path, checkpoint=kept[0] if kept else None):
        with copy:
            if batch.starts_over:
                copy.execute("DELETE FROM item WHERE path = ?", (path,))
            for item in batch.changed:
                copy.execute("INSERT OR REPLACE INTO item VALUES (?, ?, ?)", (path, item["id"], json.dumps(item)))
            for item in batch.deleted:
                copy.execute("DELETE FROM item WHERE path = ? AND id = ?", (path, item["id"]))
            copy.execute("INSERT OR REPLACE INTO place VALUES (?, ?)", (path, batch.checkpoint))
        print(f"{len(batch.changed)} changed, {len(batch.deleted)} deleted", flush=True)
