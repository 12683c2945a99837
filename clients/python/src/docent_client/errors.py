"""What can go wrong between a program and the service. Each message is for a person."""

from __future__ import annotations

import json
from typing import Any

import httpx

from .types import Source


class DocentError(Exception):
    """The base of all errors of this package."""


class DocentConnectionError(DocentError):
    """Nobody answered, or the answer broke off."""


class DocentTimeoutError(DocentConnectionError):
    """The time for one attempt ran out."""


class ApiError(DocentError):
    """The service answered that it will not."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str | None = None,
        param: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        #: For programs. None when the reply did not have the form of the service's errors.
        self.code = code
        #: The field at fault, as the request had it.
        self.param = param
        self.request_id = request_id
        #: Seconds that the service asks to wait.
        self.retry_after = retry_after


class SourceError(DocentError):
    """The source that was waited for cannot be read, or was canceled."""

    def __init__(self, source: Source) -> None:
        failure = source["error"]
        super().__init__(failure["message"] if failure else f"The source is {source['status']}.")
        self.source = source


def connection_error(error: httpx.TransportError, address: str) -> DocentConnectionError:
    kind = DocentTimeoutError if isinstance(error, httpx.TimeoutException) else DocentConnectionError
    return kind(f"{address} does not answer ({error or type(error).__name__}).")


def api_error(response: httpx.Response, address: str) -> ApiError:
    """The error of a reply whose body was read."""
    details = _details(response.content)
    status, wait = response.status_code, retry_after(response)
    if details is None:
        message = f"{address} answers with status {status}, and not as Docent does. Is it the right address?"
        return ApiError(message, status=status, request_id=response.headers.get("x-request-id"), retry_after=wait)
    return streamed_error(details, status, wait)


def streamed_error(details: dict[str, Any], status: int = 200, wait: float | None = None) -> ApiError:
    return ApiError(
        str(details.get("message")),
        status=status,
        code=details.get("code"),
        param=details.get("param"),
        request_id=details.get("request_id"),
        retry_after=wait,
    )


def retry_after(response: httpx.Response) -> float | None:
    try:
        seconds = float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _details(body: bytes) -> dict[str, Any] | None:
    """Anything may answer at an address: a proxy, another program."""
    try:
        error = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return None
    return error if isinstance(error, dict) and isinstance(error.get("message"), str) else None
