# Keeps every event of the log once, in a SQLite file: BROKERS=127.0.0.1:9092 python3 consumer.py events.db
# pip install kafka-python
import json
import os
import sqlite3
import sys

from kafka import KafkaConsumer

group, prefix = os.environ.get("GROUP", "my-copy"), os.environ.get("TOPIC_PREFIX", "")
store = sqlite3.connect(sys.argv[1] if len(sys.argv) > 1 else "events.db")
store.execute(
    "CREATE TABLE IF NOT EXISTS event (id TEXT PRIMARY KEY, place TEXT, type TEXT, subject TEXT,"
    " sequence INTEGER, backfill INTEGER, body TEXT)"
)
names = ("bills", "votes", "regulations", "reference")
topics = [f"{prefix}legislog.{name}.v1" for name in names]
brokers = os.environ["BROKERS"].split(",")
for message in KafkaConsumer(
    *topics, bootstrap_servers=brokers, group_id=group, auto_offset_reset="earliest"
):
    ce = {name.removeprefix("ce_"): value.decode() for name, value in message.headers}
    place = f"{message.topic}:{message.partition}@{message.offset}"
    if not message.value or message.value[0] != 0:
        raise ValueError(f"no event at {place}")
    body = json.loads(message.value[5:])
    is_backfill = ce.get("backfill") == "true"
    row = (ce["id"], place, ce["type"], ce["subject"], int(ce["sequence"]), is_backfill, json.dumps(body))
    with store:
        is_new = store.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row).rowcount == 1
    if is_new and not is_backfill:
        print(ce["type"], body["id"], flush=True)
