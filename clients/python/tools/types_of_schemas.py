"""JSON schemas as Python types: an object with known members is a TypedDict."""

import keyword
import re
from typing import Any

Schema = dict[str, Any]

HEAD = '''"""Written by tools/generate.py from the OpenAPI document. An answer may get new members: ignore those you do not know."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

'''
PRIMITIVES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class Types:
    """Types under their names. One that stands inside another is named after its place: `BillReasons`."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def module(self) -> str:
        return HEAD + "\n".join(self._texts.values())

    def add(self, name: str, schema: Schema) -> None:
        """Adds a component."""
        self._texts[name] = ""
        type_ = self.of(schema, name)
        if type_ != name:
            self._texts[name] = f'{name}: TypeAlias = "{type_}"\n'

    def of(self, schema: Schema, name: str) -> str:
        """The type of a schema, as it stands in an annotation. `name`: that of a new type, if it needs one."""
        if "$ref" in schema:
            return str(schema["$ref"]).rsplit("/", 1)[1]
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return f"Literal[{', '.join(repr(value) for value in schema['enum'])}]"
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self._union(schema[key], name)
        if "allOf" in schema:
            return self._object(merged(schema["allOf"]), name)
        kind = schema.get("type")
        if isinstance(kind, list):
            return self._union([{**schema, "type": one} for one in kind], name)
        if kind == "array":
            return f"list[{self.of(schema.get('items', {}), f'{name}Item')}]"
        if kind == "object":
            return self._object(schema, name)
        return PRIMITIVES.get(str(kind), "Any")

    def _union(self, schemas: list[Schema], name: str) -> str:
        objects = [one for one in schemas if one.get("type") == "object"]
        names = [f"{name}{at}" if len(objects) > 1 else name for at in range(1, len(schemas) + 1)]
        return " | ".join(dict.fromkeys(self.of(one, own) for one, own in zip(schemas, names, strict=True)))

    def _object(self, schema: Schema, name: str) -> str:
        members = schema.get("properties", {})
        if not members:
            extra = schema.get("additionalProperties")
            value = self.of(extra, f"{name}Value") if isinstance(extra, dict) else "Any"
            return f"dict[str, {value}]"
        self._texts.setdefault(name, "")
        required = set(schema.get("required", []))
        typed = {}
        for member, inner in members.items():
            type_ = self.of(inner, name + class_name(member))
            typed[member] = type_ if member in required else f"NotRequired[{type_}]"
        self._texts[name] = typed_dict(name, typed, members)
        return name


def typed_dict(name: str, typed: dict[str, str], members: dict[str, Schema]) -> str:
    if not all(member.isidentifier() and not keyword.iskeyword(member) for member in typed):
        inner = ", ".join(f"{member!r}: {type_!r}" for member, type_ in typed.items())
        return f'{name} = TypedDict("{name}", {{{inner}}})\n'
    lines = [f"\nclass {name}(TypedDict):"]
    for member, type_ in typed.items():
        lines.append(f"    {member}: {type_}")
        if "description" in members[member]:
            lines.append(f"    {members[member]['description']!r}")
    return "\n".join(lines) + "\n"


def merged(schemas: list[Schema]) -> Schema:
    together: Schema = {"type": "object", "properties": {}, "required": []}
    for schema in schemas:
        together["properties"] |= schema.get("properties", {})
        together["required"] += schema.get("required", [])
    return together


def class_name(words: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]+", words))
