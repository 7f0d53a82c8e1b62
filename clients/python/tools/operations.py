"""One method for each operation of the OpenAPI document."""

import keyword
import re
from typing import Any

from types_of_schemas import Types

Operation = dict[str, Any]
Parameter = dict[str, Any]

HEAD = '''"""Written by tools/generate.py from the OpenAPI document."""

from collections.abc import Iterator
from typing import Any, Literal, cast

from .requests import Requests, filled
from .types import *  # noqa: F403


class Operations:
    """One method for each operation. Lists are read page by page, as their items are asked for."""

    _requests: Requests
'''
METHODS = ("get", "post", "patch", "put", "delete")


def write_operations(document: dict[str, Any], types: Types) -> str:
    items = {name: item_of(schema) for name, schema in document["components"]["schemas"].items()}
    methods = [
        method_of(path, method, operation, types, items)
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in METHODS and "operationId" in operation
    ]
    return "\n".join([HEAD, *methods])


def method_of(path: str, method: str, operation: Operation, types: Types, items: dict[str, str | None]) -> str:
    base = class_name(operation["operationId"])
    in_path = [one for one in operation.get("parameters", []) if one["in"] == "path"]
    in_query = [one for one in operation.get("parameters", []) if one["in"] == "query"]
    body = body_of(operation, base, types)
    answer = answer_of(operation, base, types)
    has_cursor = any(one["name"] == "cursor" for one in in_query)
    item = items.get(answer) if has_cursor else None
    if item is not None:
        in_query = [one for one in in_query if one["name"] != "cursor"]

    given = [f"{python_name(one)}: int | str" for one in in_path]
    given += [f"body: {body}"] if body is not None else []
    named = [f"{python_name(one)}: {type_of_argument(one, base, types)}" for one in in_query]
    signature = ", ".join(["self", *given, *(["*", *named] if named else [])])
    address = f'filled("{path}", {dict_of(in_path)})' if in_path else f'"{path}"'
    sent = f"{address}, {dict_of(in_query)}"
    if item is None:
        returned = answer
        call = f'self._requests.send("{method.upper()}", {sent}{", body" if body is not None else ""})'
    else:
        returned = f"Iterator[{item}]"
        call = f"self._requests.items({sent})"
    text = " ".join(filter(None, [operation.get("summary"), operation.get("description")]))
    return f"""    def {snake(operation["operationId"])}({signature}) -> {returned}:
        {text!r}
        {call if returned == "None" else f"return cast({returned!r}, {call})"}
"""


def body_of(operation: Operation, base: str, types: Types) -> str | None:
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return "bytes" if content else None
    return types.of(content["application/json"]["schema"], f"{base}Body")


def answer_of(operation: Operation, base: str, types: Types) -> str:
    answers = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    for _, answer in sorted(answers.items()):
        content = answer.get("content", {})
        if "application/json" in content:
            return types.of(content["application/json"]["schema"], f"{base}Answer")
    return "None" if list(answers) == ["204"] else "Any"


def item_of(schema: dict[str, Any]) -> str | None:
    """The items of a page, without removed ones: only `changes` asks for those."""
    if "next_cursor" not in schema.get("properties", {}):
        return None
    items = schema["properties"]["data"]["items"]
    names = [str(one.get("$ref", "")).rsplit("/", 1)[-1] for one in items.get("anyOf", [items])]
    named = [name for name in names if name not in ("", "Tombstone")]
    return " | ".join(named) if named else None


def type_of_argument(parameter: Parameter, base: str, types: Types) -> str:
    type_ = types.of(parameter["schema"], base)
    return type_ if parameter.get("required") else f"{type_} | None = None"


def dict_of(parameters: list[Parameter]) -> str:
    return "{" + ", ".join(f'"{one["name"]}": {python_name(one)}' for one in parameters) + "}"


def python_name(parameter: Parameter) -> str:
    name = snake(parameter["name"])
    return f"{name}_" if keyword.iskeyword(name) or name in ("body", "self") else name


def class_name(operation_id: str) -> str:
    return operation_id[0].upper() + operation_id[1:]


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).replace("-", "_").lower()
