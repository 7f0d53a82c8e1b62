# Follows a bill, so that webhooks of the account report it: TOKEN=... python3 follow.py 1042
import os
import sys

from legislog_client import ApiError, Client

with Client(os.environ.get("BASE", "http://127.0.0.1:8080"), os.environ["TOKEN"]) as legislog:
    try:
        follow = legislog.follow_bill({"bill_id": int(sys.argv[1])})
    except ApiError as error:
        sys.exit(f"{error.code}: {error}")
    bill = follow["bill"]
    print(f"follows {bill['identifier']}: {bill['title']}" if bill else "follows a removed bill")
