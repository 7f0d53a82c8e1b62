# Keeps every event of the log once, in a SQLite file:
# KAFKA_BROKERS=127.0.0.1:9092 KAFKA_USERNAME=me KAFKA_PASSWORD=secret python3 consumer.py events.db
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
consumer = KafkaConsumer(
    *[f"{prefix}legislog.{name}.v1" for name in ("bills", "votes", "regulations", "reference", "derived", "advocacy")],
    bootstrap_servers=os.environ["KAFKA_BROKERS"].split(","),
    security_protocol="SASL_PLAINTEXT", sasl_mechanism="SCRAM-SHA-512",
    sasl_plain_username=os.environ["KAFKA_USERNAME"], sasl_plain_password=os.environ["KAFKA_PASSWORD"],
    group_id=group, auto_offset_reset="earliest", enable_auto_commit=False,
)
while True:
    for messages in consumer.poll(timeout_ms=1000).values():
        news = []
        with store:
            for message in messages:
                ce = {name.removeprefix("ce_"): value.decode() for name, value in message.headers}
                place = f"{message.topic}:{message.partition}@{message.offset}"
                if not message.value or message.value[0] != 0:
                    raise ValueError(f"no event at {place}")
                body, is_backfill = json.loads(message.value[5:]), ce.get("backfill") == "true"
                row = (ce["id"], place, ce["type"], ce["subject"], int(ce["sequence"]), is_backfill, json.dumps(body))
                kept = store.execute("INSERT OR IGNORE INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                if kept.rowcount == 1 and not is_backfill:
                    news.append(f"{ce['type']} {body['id']}")
        for line in news:
            print(line, flush=True)
    consumer.commit()  # only now, because everything polled is stored
