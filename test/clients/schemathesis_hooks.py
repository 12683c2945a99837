"""Puts words where the description takes any text and the service reads its meaning: schemathesis.toml names this file."""

import json
import os
from pathlib import Path

import schemathesis

LANGUAGES = ["auto", "en", "de", "zh-Hans", "pt-BR", "German", "français"]
ADDRESSES = ["https://example.org/manual.html", "HTTP://example.org:8080/a%20b?c=d#e", "https://münchen.example/ä", "http://[2001:db8::1]/"]
FILTERS = [
    {},
    {"team": "pumps", "year": {"$gte": 2020, "$lt": 2030}},
    {"$or": [{"tags": {"$in": ["manual"]}}, {"$not": {"type": "url"}}]},
    {"$and": [{"created_at": {"$gt": "2026-01-01"}}, {"title": {"$ne": "Pump"}}, {"draft": False}]},
]
STORE_FILTERS = [
    {"type": "eq", "key": "team", "value": "pumps"},
    {"type": "or", "filters": [{"type": "gte", "key": "year", "value": 2020}, {"type": "in", "key": "tags", "value": ["a"]}]},
]
CHOICES = {
    "language": LANGUAGES,
    "url": ADDRESSES,
    "filter": FILTERS,
    "filters": STORE_FILTERS,
    "mode": ["auto", "keyword"],
    "expires_at": ["2099-01-31T12:00:00Z", None],
    "expert_ids": [["pump-manual"]],
    "experts": [["pump-manual"], ["pump-manual", "notice-board"]],
    "cites": [["pump"], ["pump", "house"]],
}
QUESTION = {"role": "user", "content": "How often is the filter replaced?"}


def chosen(name, given):
    """The same word for the same value, so that a case can be repeated."""
    words = CHOICES[name]
    return words[len(json.dumps(given, default=str)) % len(words)]


def meant(value):
    if isinstance(value, list):
        return [meant(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "k" in value:
        value = {name: inner for name, inner in value.items() if name != "top_k"}
    if value.get("type") == "conversation" and "external_id" in value:
        value = {**value, "external_id": f"conversation {value['external_id']}"[:256]}
    return {
        name: chosen(name, inner) if name in CHOICES and inner is not None else meant(inner)
        for name, inner in value.items()
    }


@schemathesis.hook
def map_query(context, query):
    """One folder a list, and no searchable file: its pages were not read from pictures."""
    if query is None:
        return query
    left = {"as", "within"} if "folder" in query else {"as"}
    return {name: value for name, value in query.items() if name not in left}


@schemathesis.hook
def map_body(context, body):
    operation = context.operation.definition.raw.get("operationId")
    if operation == "importExpert":
        return Path(os.environ["DOCENT_EXPORT"]).read_bytes()
    if not isinstance(body, dict):
        return body
    if operation == "recompute":
        return {"computation": json.loads(os.environ["DOCENT_COMPUTATION"])}
    if operation == "createEmbedding":
        plain = {name: value for name, value in body.items() if name != "dimensions"}
        return {**plain, "model": os.environ["DOCENT_EMBEDDING_MODEL"]}
    if operation == "queryTable":
        return asked_of_costs(body)
    if operation == "limitWorkspace":
        # No limit, so that documents can still be added.
        return {name: None for name in body}
    if operation == "searchExperts":
        # By then there are more experts than are searched at once.
        body = {**body, "experts": body.get("experts") or []}
    if operation == "addFile":
        words = {"file": body.get("file") or b"Filters.", "metadata": '{"year": 2026}', "url": ADDRESSES[0]}
        return {name: words.get(name, value) for name, value in body.items()}
    if operation in ("createChatCompletion", "createResponse", "createCompletion"):
        return conversation(body)
    if operation == "createCheck":
        body = refusing_or_saying(body)
    if operation == "updateCheck":
        body = {name: value for name, value in body.items() if name != "refused"}
    return meant(body)


def asked_of_costs(body):
    """Of a table of parts, kinds and euros: rows that are there, and a column where the operation needs one."""
    adds = ("sum", "mean", "max", "min", "range", "share")
    asked = {**body, "column": "euros" if body["take"] in adds else "kind"}
    if body["take"] in ("each", "group"):
        # Several groups have to be left.
        asked = {name: value for name, value in asked.items() if name not in ("best", "where")}
    if "sum" in asked:
        asked["sum"] = "EUROS"
    if body["take"] == "share":
        # Of all rows, those that meet a condition.
        asked.pop("best", None)
    if "where" in asked or body["take"] == "share":
        asked["where"] = [{"column": "3", "is": ">=", "value": 7}, {"column": "kind", "is": "=", "value": "spare"}]
    if "best" in asked:
        asked["best"] = {**asked["best"], "column": "euros"}
    return asked


def refusing_or_saying(body):
    """A check wants a refusal, or says what the answer has."""
    if "contains" in body or "cites" in body:
        return {name: value for name, value in body.items() if name != "refused"}
    return {**body, "refused": True}


def with_text(message):
    """Parts of a message have a text where their type says so."""
    content = message.get("content")
    parts = [{**part, "text": part.get("text", "Filters.")} for part in content] if isinstance(content, list) else content
    return {**message, "content": parts}


def conversation(body):
    """Ends with a question; without a model server, tools and JSON schemas are refused."""
    kept = {name: value for name, value in body.items() if name not in ("tools", "tool_choice", "response_format", "text")}
    if isinstance(kept.get("messages"), list):
        kept["messages"] = [*map(with_text, kept["messages"]), QUESTION]
    if isinstance(kept.get("input"), list):
        kept["input"] = [QUESTION]
    return {**meant(kept), "model": "pump-manual"}
