"""A typed client for Docent: experts that answer from your documents, with citations."""

from ._version import __version__
from .async_client import AsyncDocent
from .client import Docent
from .errors import ApiError, DocentConnectionError, DocentError, DocentTimeoutError, SourceError
from .requests import AnswerEvent
from .retries import NO_RETRIES, Retries

__all__ = [
    "NO_RETRIES",
    "AnswerEvent",
    "ApiError",
    "AsyncDocent",
    "Docent",
    "DocentConnectionError",
    "DocentError",
    "DocentTimeoutError",
    "Retries",
    "SourceError",
    "__version__",
]
