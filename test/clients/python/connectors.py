"""Paperless-ngx, played by a server of its published API: two pages, tags, correspondents. The service is the real one."""

import sys
import uuid
from pathlib import Path

import httpx
from checks import api_key, base_url, check, run
from docent_client import Docent

sys.path.insert(0, str(Path(__file__).parents[3] / "clients/connectors"))
from paperless import Outcome, Paperless, keep_in_step  # noqa: E402

docent = Docent(base_url, api_key)


def document(number, text, *, tags=(1,), modified="2026-01-01T00:00:00Z"):
    facts = {"created": "2025-12-01", "correspondent": 7, "title": f"Letter {number}", "tags": list(tags)}
    return {"id": number, "content": text, "modified": modified, **facts}


class Archive:
    """Answers like `GET /api/…/` of Paperless-ngx, two documents a page, and nothing but GET."""

    def __init__(self, *documents):
        self.documents = list(documents)

    def __call__(self, request):
        assert (request.method, request.headers["authorization"]) == ("GET", "Token t")
        query = request.url.params
        lists = {
            "/api/tags/": [{"id": 1, "name": "House"}, {"id": 2, "name": "Work"}],
            "/api/correspondents/": [{"id": 7, "name": "Heating Ltd"}],
        }
        found = lists.get(request.url.path)
        if found is None:
            assert request.url.path == "/api/documents/", request.url
            found = [each for each in self.documents if int(query["tags__id__all"]) in each["tags"]]
        first = (int(query["page"]) - 1) * 2
        more = "more" if len(found) > first + 2 else None
        page = {"count": len(found), "next": more, "previous": None, "results": found[first : first + 2]}
        return httpx.Response(200, json=page)

    def step(self, experts, **options):
        http = httpx.Client(transport=httpx.MockTransport(self))
        return keep_in_step(docent, Paperless("http://paperless/", "t", http), experts, **options)


def fresh_expert():
    return docent.create_expert({"name": f"Paperless {uuid.uuid4()}", "language": "en"})["slug"]


@check
def documents_go_to_the_expert_of_their_tag_and_are_cited_with_their_address():
    house, work = fresh_expert(), fresh_expert()
    archive = Archive(
        document(1, "Replace the filter of the pump every six months."),
        document(2, "The boiler was cleaned in May."),
        document(3, "The door is green."),
        document(4, "The contract ends in 2027.", tags=(2,)),
        document(5, "  "),
    )
    experts = {"house": house, "work": work}
    assert archive.step(experts) == Outcome(sent=4)
    for expert in (house, work):
        for source in docent.list_sources(expert):
            docent.wait_for_source(expert, source)
    answer = docent.query_expert(house, {"question": "How often is the filter of the pump replaced?"})
    citation = answer["citations"][0]
    assert citation["quote"] == "Replace the filter of the pump every six months."
    assert citation["url"].startswith("http://paperless/documents/1/details"), citation["url"]
    # What the other expert knows is not known to this one.
    assert docent.query_expert(house, {"question": "When does the contract end?"})["abstained"]
    [contract] = docent.list_sources(work)
    assert contract["metadata"]["correspondent"] == "Heating Ltd" and contract["metadata"]["tags"] == ["Work"]

    assert archive.step(experts) == Outcome(unchanged=4)
    archive.documents[0] = document(1, "Replace the filter every nine months.", modified="2026-02-01T00:00:00Z")
    archive.documents[2]["tags"] = [9]
    assert archive.step(experts) == Outcome(sent=1, unchanged=2, deleted=1)
    archive.documents[:3] = []
    assert archive.step(experts) == Outcome(unchanged=1, held=2)
    assert archive.step(experts, delete_many=True) == Outcome(unchanged=1, deleted=2)
    for expert in (house, work):
        docent.delete_expert(expert)


@check
def a_page_that_fails_deletes_nothing():
    expert = fresh_expert()
    archive = Archive(document(1, "One."), document(2, "Two."), document(3, "Three."))
    archive.step({"house": expert})

    def failing(request):
        return httpx.Response(500) if request.url.params["page"] == "2" else archive(request)

    http = httpx.Client(transport=httpx.MockTransport(failing))
    try:
        keep_in_step(docent, Paperless("http://paperless", "t", http), {"house": expert})
    except httpx.HTTPStatusError:
        assert len(list(docent.list_sources(expert))) == 3
        docent.delete_expert(expert)
        return
    raise AssertionError("the failure was not raised")


run()
