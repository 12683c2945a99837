"""Keeps experts in step with Paperless-ngx, which it only reads. Needs the package docent-client.

A document belongs to the expert of its tag, so the keys of that expert decide who may ask about it:

    PAPERLESS_URL=https://paperless.example PAPERLESS_TOKEN=… DOCENT_URL=http://localhost:7333 DOCENT_API_KEY=dk_… \
        python paperless.py household=house contracts=legal

Run it from cron. A document that is new or changed is sent with its recognised text; one that is gone, or has lost the
tag, is deleted. If more than half would go, nothing is deleted without --delete-many.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx

from docent_client import Docent

_MARK = "paperless:"


@dataclass
class Outcome:
    sent: int = 0
    unchanged: int = 0
    deleted: int = 0
    #: Not deleted, because they are more than half.
    held: int = 0


class Paperless:
    def __init__(self, url: str, token: str, http: httpx.Client | None = None) -> None:
        self.address = url.rstrip("/")
        self._http = http or httpx.Client(timeout=60)
        # The form of replies that this program knows; a newer Paperless goes on to speak it for a while.
        self._headers = {"authorization": f"Token {token}", "accept": "application/json; version=9"}

    def _each(self, path: str, query: dict[str, str]) -> Iterator[dict[str, Any]]:
        """Every result of all pages. Raises httpx.HTTPError, so that a lost page is not taken for deleted documents."""
        page = 1
        while True:
            params = {**query, "page": str(page), "page_size": "100"}
            response = self._http.get(f"{self.address}/api/{path}/", params=params, headers=self._headers)
            response.raise_for_status()
            found = response.json()
            yield from found["results"]
            if found["next"] is None:
                return
            page += 1

    def names(self, path: str) -> dict[int, str]:
        return {each["id"]: each["name"] for each in self._each(path, {})}

    def documents(self, tag: int) -> Iterator[dict[str, Any]]:
        return self._each("documents", {"tags__id__all": str(tag), "ordering": "id"})


def keep_in_step(docent: Docent, paperless: Paperless, experts: dict[str, str], delete_many: bool = False) -> Outcome:
    """`experts`: the expert of each tag, by its name."""
    tags, correspondents = paperless.names("tags"), paperless.names("correspondents")
    ids = {name.lower(): id for id, name in tags.items()}
    unknown = [tag for tag in experts if tag.lower() not in ids]
    if unknown:
        raise SystemExit(f"Paperless has no tag {', '.join(unknown)}.")
    outcome = Outcome()
    for expert in dict.fromkeys(experts.values()):
        wanted: dict[str, dict[str, Any]] = {}
        for tag, its_expert in experts.items():
            if its_expert == expert:
                for document in paperless.documents(ids[tag.lower()]):
                    wanted[f"{_MARK}{document['id']}"] = document
        known = {
            source["external_id"]: source
            for source in docent.list_sources(expert)
            if (source["external_id"] or "").startswith(_MARK)
        }
        for name, document in wanted.items():
            if name in known and known[name]["metadata"].get("modified") == document["modified"]:
                outcome.unchanged += 1
            elif document["content"].strip():
                _send(docent, expert, name, document, paperless.address, tags, correspondents)
                outcome.sent += 1
        gone = [source["id"] for name, source in known.items() if name not in wanted]
        if len(gone) * 2 > len(known) and not delete_many:
            outcome.held += len(gone)
            continue
        for source in gone:
            docent.delete_source(expert, source)
        outcome.deleted += len(gone)
    return outcome


def _send(
    docent: Docent,
    expert: str,
    name: str,
    document: dict[str, Any],
    address: str,
    tags: dict[int, str],
    correspondents: dict[int, str],
) -> None:
    metadata: dict[str, Any] = {"modified": document["modified"], "created": document["created"]}
    metadata["tags"] = [tags[tag] for tag in document["tags"] if tag in tags]
    if document["correspondent"] in correspondents:
        metadata["correspondent"] = correspondents[document["correspondent"]]
    docent.add_source(
        expert,
        {
            "text": document["content"],
            "title": (document["title"] or name)[:500],
            "url": f"{address}/documents/{document['id']}/details",
            "external_id": name,
            "metadata": metadata,
        },
    )


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--delete-many"]
    if not words or not all("=" in word for word in words):
        raise SystemExit("Name the expert of each tag: python paperless.py TAG=EXPERT …")
    experts = dict(word.split("=", 1) for word in words)
    paperless = Paperless(os.environ["PAPERLESS_URL"], os.environ["PAPERLESS_TOKEN"])
    with Docent(os.environ["DOCENT_URL"], os.environ.get("DOCENT_API_KEY")) as docent:
        outcome = keep_in_step(docent, paperless, experts, "--delete-many" in sys.argv)
    print(f"{outcome.sent} sent, {outcome.unchanged} unchanged, {outcome.deleted} deleted.")
    if outcome.held:
        raise SystemExit(f"{outcome.held} documents are gone from Paperless. To delete them here, add --delete-many.")


if __name__ == "__main__":
    main()
