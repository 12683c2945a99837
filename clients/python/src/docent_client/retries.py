"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
from dataclasses import dataclass

#: After these, waiting helps: conflict, rate limit, not ready or stopping.
_PASSING = (409, 429, 503)

_LONGEST_BACKOFF = 30.0


@dataclass(frozen=True)
class Retries:
    #: How often after no reply, if to send it twice is to do it once.
    lost: int = 3
    #: How often after a reply that asks to wait.
    busy: int = 5
    #: The longest wait in seconds that the service may ask for.
    longest: float = 60.0

    def wait_after(
        self, status: int | None, *, repeats: int, retry_after: float | None = None, is_final: bool = False
    ) -> float | None:
        """Seconds to wait before the request is sent again. None: it is not."""
        doubled = min(_LONGEST_BACKOFF, 2.0**repeats)
        if status is None:
            return doubled if repeats < self.lost else None
        if is_final or status not in _PASSING or repeats >= self.busy:
            return None
        if retry_after is None:
            return doubled
        return retry_after if retry_after <= self.longest else None


NO_RETRIES = Retries(lost=0, busy=0, longest=0)


def spread(seconds: float) -> float:
    """Up to a quarter longer: clients that were turned away together do not come back together."""
    return seconds * (1 + random.random() / 4)
