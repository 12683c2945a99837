"""What is sent, and what came: the part that waits for nothing."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict
from urllib.parse import quote

from .errors import DocentError
from .types import Answer, Citation, Retrieval

Method = Literal["GET", "POST", "PATCH", "DELETE"]

#: Seconds for a large file over a slow line, or for a model that takes its time.
LONG_TIMEOUT = 900.0


class RetrievalEvent(TypedDict):
    type: Literal["retrieval"]
    retrieval: Retrieval


class DeltaEvent(TypedDict):
    type: Literal["delta"]
    text: str


class CitationEvent(TypedDict):
    type: Literal["citation"]
    citation: Citation


class DoneEvent(TypedDict):
    type: Literal["done"]
    answer: Answer


AnswerEvent = RetrievalEvent | DeltaEvent | CitationEvent | DoneEvent


@dataclass(frozen=True)
class Outgoing:
    method: Method
    path: str
    query: Mapping[str, object] = field(default_factory=dict)
    body: object = None
    content: bytes | None = None
    idempotency_key: str | None = None
    #: Seconds for one attempt. None: the client's.
    timeout: float | None = None

    @property
    def is_repeatable(self) -> bool:
        """To send it twice is to do it once."""
        return self.method != "POST" or self.idempotency_key is not None

    def sent(self, address: str, api_key: str | None, timeout: float) -> dict[str, Any]:
        headers = {} if api_key is None else {"authorization": f"Bearer {api_key}"}
        if self.idempotency_key is not None:
            headers["idempotency-key"] = self.idempotency_key
        query = {name: _written(value) for name, value in self.query.items() if value is not None}
        wait = self.timeout or timeout
        request: dict[str, Any] = {"url": address + self.path, "params": query, "headers": headers, "timeout": wait}
        if self.content is not None:
            # A type that says nothing: the service looks at the content.
            headers["content-type"] = "application/octet-stream"
            request["content"] = self.content
        elif self.body is not None:
            request["json"] = self.body
        return request


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def path_of(template: str, **fields: object) -> str:
    """The path with its fields filled in, each escaped."""
    return template.format(**{name: quote(str(value), safe="") for name, value in fields.items()})


def new_key() -> str:
    return str(uuid.uuid4())


def address_of(url: str) -> str:
    return url.rstrip("/").removesuffix("/v1")


def json_of(text: str, address: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise DocentError(f"{address} does not answer like Docent: reply is {text[:60]!r}, not JSON.") from None


#: Not `splitlines`, which knows more ends of lines than an event stream has. A CR at the end may belong to a CRLF.
_LINE_ENDS = re.compile(r"\r\n|\n|\r(?!\Z)")


class EventReader:
    """Makes events, each a name and its data, of the pieces of a stream (WHATWG HTML, section 9.2)."""

    def __init__(self) -> None:
        self._name = ""
        self._data: list[str] = []
        self._pieces: list[str] = []

    def read(self, piece: str) -> list[tuple[str, Any]]:
        """The events that this piece completes."""
        self._pieces.append(piece)
        if "\n" not in piece and "\r" not in piece:
            return []
        *lines, rest = _LINE_ENDS.split("".join(self._pieces))
        self._pieces = [rest]
        events = [self._line(line) for line in lines]
        return [event for event in events if event is not None]

    def _line(self, line: str) -> tuple[str, Any] | None:
        if line.startswith("data:"):
            self._data.append(line[5:].removeprefix(" "))
        elif line.startswith("event:"):
            self._name = line[6:].removeprefix(" ")
        if line != "" or not self._data:
            return None
        name, data = self._name, json.loads("\n".join(self._data))
        self._name, self._data = "", []
        return name, data


def answer_event(name: str, data: Any) -> AnswerEvent | None:
    """None: of a newer service."""
    if name == "retrieval":
        return {"type": "retrieval", "retrieval": data["retrieval"]}
    if name == "delta":
        return {"type": "delta", "text": data["text"]}
    if name == "citation":
        return {"type": "citation", "citation": data}
    return {"type": "done", "answer": data} if name == "done" else None
