"""Imports folders of scraper output as `os-update <state> --import` does, without the scraper module of the state.

python import-scraped.py <folder> <state>=<jurisdiction id>
"""

import argparse
import json
import logging
import sys
from types import SimpleNamespace

from openstates import settings
from openstates.utils.django import init_django

folder, named = sys.argv[1:]
module, jurisdiction_id = named.split("=")
settings.SCRAPED_DATA_DIR = folder

from openstates.cli.update import do_import  # noqa: E402  (it reads the settings when it is imported)

# Logging is not measured.
logging.disable(logging.CRITICAL)
init_django()
report = do_import(
    SimpleNamespace(jurisdiction_id=jurisdiction_id),
    argparse.Namespace(module=module, allow_duplicates=True),
)
print(json.dumps({kind: {what: report[kind][what] for what in ("insert", "update", "noop")} for kind in report}))
