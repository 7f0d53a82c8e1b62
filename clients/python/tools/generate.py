"""Writes legislog_client/types.py and operations.py from the OpenAPI document: python3 tools/generate.py

A type is named after its place: the member `reasons` of `Bill` is `BillReasons`. It needs only the standard library.
"""

import json
from pathlib import Path

from operations import write_operations
from types_of_schemas import Types

FOLDER = Path(__file__).parent.parent
DOCUMENT = FOLDER.parent.parent / "api" / "openapi.json"
PACKAGE = FOLDER / "legislog_client"


def main() -> None:
    document = json.loads(DOCUMENT.read_text())
    types = Types()
    for name, schema in document["components"]["schemas"].items():
        types.add(name, schema)
    operations = write_operations(document, types)
    (PACKAGE / "types.py").write_text(types.module())
    (PACKAGE / "operations.py").write_text(operations)


if __name__ == "__main__":
    main()
