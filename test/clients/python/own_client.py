"""The package for Python, installed from its wheel: its README against the service, then a service that has troubles."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
from checks import api_key, base_url, check, run
from docent_client import (
    NO_RETRIES,
    ApiError,
    AsyncDocent,
    Docent,
    DocentConnectionError,
    DocentError,
    DocentTimeoutError,
    Retries,
    SourceError,
)

readme = (Path(__file__).parents[3] / "clients/python/README.md").read_text()


def blocks(language):
    return "\n".join(re.findall(rf"^```{language}\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL))


@check
def the_examples_of_the_readme_print_what_it_says_and_mypy_strict_has_nothing_to_say():
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "readme.py"
        program.write_text(blocks("python"))
        env = {**os.environ, "DOCENT_URL": base_url, "DOCENT_API_KEY": api_key}
        printed = subprocess.run([sys.executable, program], capture_output=True, text=True, env=env)
        assert (printed.returncode, printed.stdout, printed.stderr) == (0, blocks("text"), ""), printed
        mypy = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.10", program]
        typed = subprocess.run(mypy, capture_output=True, text=True, cwd=folder)
        assert typed.returncode == 0, typed.stdout
        program.write_text(blocks("python").replace("error.status", "error.state"))
        wrong = subprocess.run(mypy, capture_output=True, text=True, cwd=folder)
        assert 'has no attribute "state"' in wrong.stdout, wrong.stdout


def refusing(status, code, **headers):
    error = {"message": f"Refused: {code}.", "code": code, "param": None, "request_id": "req_1"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={"error": error}, headers=named)


class Script:
    """Replies in this order, the last one for all further requests."""

    def __init__(self, *replies):
        self.replies = replies
        self.seen = []

    def __call__(self, request):
        reply = self.replies[min(len(self.seen), len(self.replies) - 1)]
        self.seen.append(request)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def client(self, **options):
        return Docent("http://x/v1/", "dk_x", http=httpx.Client(transport=httpx.MockTransport(self)), **options)


def caught(kind, work):
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"there is no {kind.__name__}")


expert = httpx.Response(200, json={"object": "expert", "slug": "pumps"})
lost = httpx.ConnectError("nothing listens there")
quick = Retries(longest=0.0)


@check
def what_makes_something_is_sent_again_under_the_same_key_after_the_time_that_is_asked_for():
    waits = []
    script = Script(refusing(429, "rate_limit_exceeded", retry_after="0"), expert)
    docent = script.client(on_retry=lambda error, seconds: waits.append((str(error), seconds)))
    assert docent.create_expert({"name": "Pumps"})["slug"] == "pumps"
    keys = [request.headers["idempotency-key"] for request in script.seen]
    assert len(keys) == 2 and len(set(keys)) == 1, keys
    assert waits == [("Refused: rate_limit_exceeded.", 0.0)], waits
    assert [str(request.url) for request in script.seen] == ["http://x/v1/experts"] * 2


@check
def a_lost_request_is_sent_again_only_if_that_does_no_harm_and_then_gives_up():
    asking = Script(lost)
    error = caught(DocentConnectionError, lambda: asking.client().query_expert("x", {"question": "Why?"}))
    assert str(error) == "http://x does not answer (nothing listens there).", error
    assert len(asking.seen) == 1
    once = Script(lost, expert)
    assert once.client(retries=Retries(lost=1)).get_expert("x")["slug"] == "pumps"
    none = Script(lost)
    caught(DocentConnectionError, lambda: none.client(retries=NO_RETRIES).get_expert("x"))
    assert (len(once.seen), len(none.seen)) == (2, 1)


@check
def a_longer_wait_than_allowed_and_what_is_final_are_errors_at_once():
    for reply in (
        refusing(429, "rate_limit_exceeded", retry_after="61"),
        refusing(429, "quota_exceeded", retry_after="0", x_should_retry="false"),
        refusing(404, "expert_not_found"),
    ):
        script = Script(reply)
        error = caught(ApiError, lambda script=script: script.client().get_expert("x"))
        assert (error.status, len(script.seen), error.request_id) == (reply.status_code, 1, "req_1"), error
    assert error.code == "expert_not_found" and error.retry_after is None


@check
def another_server_at_the_address_is_recognised():
    error = caught(ApiError, lambda: Script(httpx.Response(502, text="<html>")).client().get_expert("x"))
    assert (error.status, error.code) == (502, None) and "Is it the right address?" in str(error)
    strange = caught(DocentError, lambda: Script(httpx.Response(200, text="<html>")).client().get_expert("x"))
    assert str(strange) == "http://x does not answer like Docent: reply is '<html>', not JSON."


@check
def a_time_that_ran_out_is_an_error_of_its_own():
    script = Script(httpx.ReadTimeout("too late"))
    caught(DocentTimeoutError, lambda: script.client(retries=NO_RETRIES).get_expert("x", timeout=0.5))
    assert script.seen[0].extensions["timeout"]["read"] == 0.5


@check
def a_list_goes_from_page_to_page_and_stops_where_the_loop_stops():
    def page(ids, more):
        return httpx.Response(
            200, json={"data": [{"id": each} for each in ids], "last_id": ids[-1], "has_more": more}
        )

    script = Script(page(["a", "b"], True), page(["c"], False))
    assert [each["id"] for each in script.client().list_sources("a b", status="ready")] == ["a", "b", "c"]
    for _ in script.client().list_sources("a b"):
        break
    assert [request.url.raw_path.decode() for request in script.seen] == [
        "/v1/experts/a%20b/sources?limit=100&status=ready",
        "/v1/experts/a%20b/sources?limit=100&status=ready&after=b",
        "/v1/experts/a%20b/sources?limit=100",
    ]


def stream(*events):
    text = "".join(f"event: {name}\r\ndata: {json.dumps(data, ensure_ascii=False)}\r\n\r\n" for name, data in events)
    return httpx.Response(200, text=": silence\n\n" + text, headers={"content-type": "text/event-stream"})


@check
def a_source_is_followed_until_it_is_ready_or_its_failure_is_an_error():
    def source(status, error=None):
        return {"id": "src_1", "status": status, "error": error}

    def followed(*replies, given="src_1"):
        states, script = [], Script(*replies)
        note = lambda found: states.append(found["status"])  # noqa: E731
        try:
            script.client().wait_for_source("x", given, on_progress=note)
        except DocentError as error:
            states.append(str(error))
        return states, [request.url.raw_path.decode().removeprefix("/v1/experts/x/sources/") for request in script.seen]

    events, asked = "src_1/events", "src_1?wait=30"
    queued, ready = ("source", source("queued")), ("source", source("ready"))
    told = stream(queued, ("new", {}), ("source", source("processing")), ready, ("done", {}))
    assert followed(told) == (["queued", "processing", "ready"], [events])
    damaged = source("failed", {"message": "It is damaged."})
    assert followed(stream(("source", damaged))) == (["failed", "It is damaged."], [events])
    assert followed(told, given=source("ready")) == (["ready"], [])
    plain = [httpx.Response(200, json=source(status)) for status in ("processing", "ready")]
    stopping = ("error", {"error": {"message": "It stops.", "code": "shutting_down"}})
    for broken in (stream(queued), stream(queued, stopping), stream(queued, ("deleted", {}))):
        assert followed(broken, *plain) == (["queued", "processing", "ready"], [events, asked, asked])
    assert followed(refusing(404, "source_not_found")) == (["Refused: source_not_found."], [events, asked])

    class Cut(httpx.SyncByteStream):
        def __iter__(self):
            yield stream(queued).content
            raise httpx.ReadError("it broke off")

    assert followed(httpx.Response(200, stream=Cut()), *plain)[0] == ["queued", "processing", "ready"]


@check
def a_stream_s_events_are_read_those_of_a_newer_service_left_out_and_errors_raised():
    question = {"question": "Why?"}
    whole = stream(("start", {}), ("delta", {"text": "O\u2028ne"}), ("new", {}), ("done", {"answer": "One"}))
    events = list(Script(whole).client().stream_answer("x", question))
    assert events == [{"type": "delta", "text": "O\u2028ne"}, {"type": "done", "answer": {"answer": "One"}}], events
    broken = Script(stream(("delta", {"text": "One"}), ("error", {"error": {"message": "Broken.", "code": "x"}})))
    error = caught(ApiError, lambda: list(broken.client().stream_answer("x", question)))
    assert (str(error), error.code) == ("Broken.", "x")
    cut = Script(stream(("delta", {"text": "One"})))
    assert "broke off" in str(caught(DocentError, lambda: list(cut.client().stream_answer("x", question))))


@check
def with_asyncio_the_same_and_to_cancel_the_task_ends_the_call():
    async def main():
        async def answer(request):
            if request.method == "GET":
                await asyncio.sleep(3600)
            return httpx.Response(200, json={"object": "expert", "slug": "pumps"})

        async with AsyncDocent("http://x", http=httpx.AsyncClient(transport=httpx.MockTransport(answer))) as docent:
            assert (await docent.create_expert({"name": "Pumps"}))["slug"] == "pumps"
            task = asyncio.create_task(docent.get_expert("x"))
            await asyncio.sleep(0)
            task.cancel()
            try:
                await task
            except asyncio.CancelledError:
                return
        raise AssertionError("the task was not cancelled")

    asyncio.run(main())


run()
