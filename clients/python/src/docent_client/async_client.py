"""The client for programs with asyncio. The build makes the one without it from this file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, cast

import httpx

from .errors import DocentError, SourceError, api_error, connection_error, retry_after, streamed_error
from .requests import (
    LONG_TIMEOUT,
    AnswerEvent,
    EventReader,
    Method,
    Outgoing,
    address_of,
    answer_event,
    json_of,
    new_key,
    path_of,
)
from .retries import Retries, spread
from .types import (
    Answer,
    Capabilities,
    ConversationRequest,
    Expert,
    ExpertChanges,
    ExpertRequest,
    QueryRequest,
    Source,
    SourceChanges,
    TextRequest,
    UrlRequest,
    Usage,
)

_FOLLOW_SECONDS = 30
_FAILED = ("failed", "canceled")

_EXPERT = "/v1/experts/{expert}"
_SOURCE = "/v1/experts/{expert}/sources/{source}"


class AsyncDocent:
    """A service. An expert is named by its slug, its id or an alias.

    Every method raises a DocentError, and takes `timeout`: seconds for one attempt.
    """

    def __init__(
        self,
        url: str,
        api_key: str | None = None,
        *,
        timeout: float = 120.0,
        retries: Retries = Retries(),
        on_retry: Callable[[DocentError, float], None] | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """`on_retry` is told of each wait and its reason. An `http` client of your own stays open."""
        self.address = address_of(url)
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._on_retry = on_retry
        self._http = http or httpx.AsyncClient()
        self._owns_http = http is None

    async def __aenter__(self) -> AsyncDocent:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    async def request(
        self,
        method: Method,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Any:
        """The reply of any operation that answers with JSON. `path` is written as in the description, filled in."""
        outgoing = Outgoing(method, path, query or {}, body, None, idempotency_key, timeout)
        return json_of((await self._response(outgoing)).text, self.address)

    async def each(
        self, path: str, *, query: Mapping[str, object] | None = None, timeout: float | None = None
    ) -> AsyncIterator[Any]:
        """Every item of all pages, each page fetched when the one before is used up."""
        more: dict[str, object] = {"limit": 100, **(query or {})}
        while True:
            page = await self.request("GET", path, query=more, timeout=timeout)
            for item in page["data"]:
                yield item
            if not page["has_more"]:
                return
            more["after"] = page["last_id"]

    async def get_capabilities(self, *, timeout: float | None = None) -> Capabilities:
        return cast(Capabilities, await self.request("GET", "/v1/capabilities", timeout=timeout))

    async def list_experts(
        self, *, q: str | None = None, order: str | None = None, timeout: float | None = None
    ) -> AsyncIterator[Expert]:
        """The newest first, if `order` does not say otherwise; so are all lists."""
        async for expert in self.each("/v1/experts", query={"q": q, "order": order}, timeout=timeout):
            yield expert

    async def get_expert(self, expert: str, *, timeout: float | None = None) -> Expert:
        return cast(Expert, await self.request("GET", path_of(_EXPERT, expert=expert), timeout=timeout))

    async def create_expert(
        self, draft: ExpertRequest, *, idempotency_key: str | None = None, timeout: float | None = None
    ) -> Expert:
        key = idempotency_key or new_key()
        reply = await self.request("POST", "/v1/experts", body=draft, idempotency_key=key, timeout=timeout)
        return cast(Expert, reply)

    async def update_expert(self, expert: str, changes: ExpertChanges, *, timeout: float | None = None) -> Expert:
        path = path_of(_EXPERT, expert=expert)
        return cast(Expert, await self.request("PATCH", path, body=changes, timeout=timeout))

    async def delete_expert(self, expert: str, *, timeout: float | None = None) -> None:
        await self.request("DELETE", path_of(_EXPERT, expert=expert), timeout=timeout)

    async def add_source(
        self,
        expert: str,
        draft: TextRequest | UrlRequest | ConversationRequest,
        *,
        wait: int = 0,
        idempotency_key: str | None = None,
        timeout: float | None = LONG_TIMEOUT,
    ) -> Source:
        """Adds a text, an address or a conversation. `wait`: seconds (0–60) that the service may wait."""
        path = path_of(_EXPERT + "/sources", expert=expert)
        key = idempotency_key or new_key()
        reply = await self.request(
            "POST", path, query={"wait": wait}, body=draft, idempotency_key=key, timeout=timeout
        )
        return cast(Source, reply)

    async def add_file(
        self,
        expert: str,
        file: bytes | Path,
        *,
        filename: str | None = None,
        title: str | None = None,
        url: str | None = None,
        external_id: str | None = None,
        metadata: Mapping[str, object] | None = None,
        wait: int = 0,
        idempotency_key: str | None = None,
        timeout: float | None = LONG_TIMEOUT,
    ) -> Source:
        name, content = (file.name, file.read_bytes()) if isinstance(file, Path) else (None, file)
        query = {
            "filename": filename or name,
            "title": title,
            "url": url,
            "external_id": external_id,
            "metadata": None if metadata is None else json.dumps(metadata),
            "wait": wait,
        }
        path = path_of(_EXPERT + "/sources", expert=expert)
        key = idempotency_key or new_key()
        response = await self._response(Outgoing("POST", path, query, None, content, key, timeout))
        return cast(Source, json_of(response.text, self.address))

    async def get_source(
        self, expert: str, source: str, *, wait: int | None = None, timeout: float | None = None
    ) -> Source:
        path = path_of(_SOURCE, expert=expert, source=source)
        return cast(Source, await self.request("GET", path, query={"wait": wait}, timeout=timeout))

    async def wait_for_source(
        self,
        expert: str,
        source: str | Source,
        *,
        on_progress: Callable[[Source], None] | None = None,
        timeout: float | None = None,
    ) -> Source:
        """The source when it is ready. Raises SourceError if it failed or was canceled."""
        async with aclosing(self._states(expert, source, timeout)) as states:
            async for found in states:
                if on_progress is not None:
                    on_progress(found)
                if found["status"] == "ready":
                    return found
                if found["status"] in _FAILED:
                    raise SourceError(found)
        raise AssertionError("a source that is followed gets settled")

    async def _states(self, expert: str, source: str | Source, timeout: float | None) -> AsyncGenerator[Source, None]:
        """Over a stream of events. After one that ended or broke off, the service is asked again and again."""
        if not isinstance(source, str) and source["status"] in ("ready", *_FAILED):
            yield source
        sid = source if isinstance(source, str) else source["id"]
        try:
            events = Outgoing("GET", path_of(_SOURCE + "/events", expert=expert, source=sid), timeout=timeout)
            async with aclosing(self._events(events)) as told:
                async for name, data in told:
                    if name == "source":
                        yield cast(Source, data)
        except DocentError:
            pass  # The reply to a question without a stream says it.
        while True:
            yield await self.get_source(expert, sid, wait=_FOLLOW_SECONDS, timeout=timeout)

    async def list_sources(
        self,
        expert: str,
        *,
        status: str | None = None,
        q: str | None = None,
        external_id: str | None = None,
        order: str | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[Source]:
        query = {"status": status, "q": q, "external_id": external_id, "order": order}
        async for source in self.each(path_of(_EXPERT + "/sources", expert=expert), query=query, timeout=timeout):
            yield source

    async def update_source(
        self, expert: str, source: str, changes: SourceChanges, *, timeout: float | None = None
    ) -> Source:
        path = path_of(_SOURCE, expert=expert, source=source)
        return cast(Source, await self.request("PATCH", path, body=changes, timeout=timeout))

    async def delete_source(self, expert: str, source: str, *, timeout: float | None = None) -> None:
        await self.request("DELETE", path_of(_SOURCE, expert=expert, source=source), timeout=timeout)

    async def get_content(
        self, expert: str, source: str, *, version: int | None = None, timeout: float | None = None
    ) -> str:
        """The text that citations point into."""
        path = path_of(_SOURCE + "/content", expert=expert, source=source)
        return (await self._response(Outgoing("GET", path, {"version": version}, timeout=timeout))).text

    async def query_expert(
        self, expert: str, question: QueryRequest, *, timeout: float | None = LONG_TIMEOUT
    ) -> Answer:
        path = path_of(_EXPERT + "/query", expert=expert)
        return cast(Answer, await self.request("POST", path, body=question, timeout=timeout))

    async def stream_answer(
        self, expert: str, question: QueryRequest, *, timeout: float | None = LONG_TIMEOUT
    ) -> AsyncIterator[AnswerEvent]:
        """The answer as it is written. The event `done` has the whole of it."""
        path = path_of(_EXPERT + "/query", expert=expert)
        asked = Outgoing("POST", path, {}, {**question, "stream": True}, timeout=timeout)
        async with aclosing(self._events(asked)) as told:
            async for name, data in told:
                event = answer_event(name, data)
                if event is not None:
                    yield event
                if name == "done":
                    return
        raise DocentError(f"{self.address} does not answer like Docent: the answer broke off.")

    async def get_usage(self, month: str | None = None, *, timeout: float | None = None) -> Usage:
        """Of a month such as `2026-11`. Without one, of the current one."""
        return cast(Usage, await self.request("GET", "/v1/usage", query={"month": month}, timeout=timeout))

    async def _events(self, outgoing: Outgoing) -> AsyncGenerator[tuple[str, Any], None]:
        response = await self._response(outgoing, is_stream=True)
        reader = EventReader()
        try:
            async for piece in response.aiter_text():
                for name, data in reader.read(piece):
                    if name == "error":
                        raise streamed_error(data["error"])
                    yield name, data
        except httpx.TransportError as error:
            raise connection_error(error, self.address) from error
        finally:
            await response.aclose()

    async def _response(self, outgoing: Outgoing, *, is_stream: bool = False) -> httpx.Response:
        repeats = 0
        while True:
            try:
                response = await self._attempt(outgoing, is_stream)
            except httpx.TransportError as error:
                failure: DocentError = connection_error(error, self.address)
                mine = self._retries if outgoing.is_repeatable else replace(self._retries, lost=0)
                wait = mine.wait_after(None, repeats=repeats)
            else:
                if response.is_success:
                    return response
                failure = api_error(response, self.address)
                wait = self._retries.wait_after(
                    response.status_code,
                    repeats=repeats,
                    retry_after=retry_after(response),
                    is_final=response.headers.get("x-should-retry") == "false",
                )
            if wait is None:
                raise failure
            if self._on_retry is not None:
                self._on_retry(failure, wait)
            await asyncio.sleep(spread(wait))
            repeats += 1

    async def _attempt(self, outgoing: Outgoing, is_stream: bool) -> httpx.Response:
        """The reply, read whole unless it is a stream that succeeded."""
        sent = outgoing.sent(self.address, self._api_key, self._timeout)
        request = self._http.build_request(outgoing.method, **sent)
        response = await self._http.send(request, stream=True)
        if not (is_stream and response.is_success):
            try:
                await response.aread()
            finally:
                await response.aclose()
        return response
