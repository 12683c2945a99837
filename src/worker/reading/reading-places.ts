/**
 * A document starts in a first place. After a slice it makes way: it goes on in one of as many long places, or is
 * postponed. So a short one waits at most for some slices.
 */
import { realTimer, type StartTimer } from "../../kernel/timer.ts";

export interface ReadingPlaces {
  /** Waits for a place and returns the function that frees it. If a long place is free, it is taken before this returns. */
  take(request: PlaceRequest): Promise<() => void>;
  hasLongPlace(): boolean;
}

export interface PlaceRequest {
  readonly isLong: boolean;
  /** Its place is given to another: it has to be read later, from its beginning. */
  readonly postpone: () => void;
}

interface ReadingPlacesParts {
  readonly count: number;
  readonly slice: number;
  readonly startTimer?: StartTimer;
}

type PlaceKind = "first" | "long";

interface PlacedDocument {
  readonly postpone: () => void;
  kind: PlaceKind | null;
  stopTimer: () => void;
}

interface Waiter {
  readonly request: PlaceRequest;
  readonly assigned: (leave: () => void) => void;
}

export function createReadingPlaces({ count, slice, startTimer = realTimer }: ReadingPlacesParts): ReadingPlaces {
  const waiting: Record<PlaceKind, Waiter[]> = { first: [], long: [] };
  const places = timedPlaces(count);
  const assign = ({ request, assigned }: Waiter, kind: PlaceKind) => {
    const reader = places.enter(request.postpone, kind);
    if (kind === "first") {
      reader.stopTimer = startTimer(slice, () => {
        places.overdue(reader);
        assignNext();
      });
    }
    assigned(() => {
      places.leave(reader);
      assignNext();
    });
  };
  const assignNext = () => {
    while (places.free.long > 0) {
      const next = waiting.long.shift();
      if (next === undefined) break;
      assign(next, "long");
    }
    while (waiting.first.length > 0 && (places.free.first > 0 || places.makeWay())) {
      const next = waiting.first.shift();
      if (next !== undefined) assign(next, "first");
    }
  };
  return {
    take: (request) => {
      const { promise, resolve } = Promise.withResolvers<() => void>();
      waiting[request.isLong ? "long" : "first"].push({ request, assigned: resolve });
      assignNext();
      return promise;
    },
    hasLongPlace: () => places.free.long > waiting.long.length,
  };
}

function timedPlaces(count: number) {
  const free: Record<PlaceKind, number> = { first: count, long: count };
  /** In first places for a slice or more, the oldest first. */
  const overdue: PlacedDocument[] = [];
  return {
    free: free as Readonly<typeof free>,
    enter: (postpone: () => void, kind: PlaceKind): PlacedDocument => {
      free[kind] -= 1;
      return { postpone, kind, stopTimer: () => undefined };
    },
    overdue: (reader: PlacedDocument) => void overdue.push(reader),
    leave: (reader: PlacedDocument) => {
      reader.stopTimer();
      if (overdue.includes(reader)) overdue.splice(overdue.indexOf(reader), 1);
      if (reader.kind !== null) free[reader.kind] += 1;
      reader.kind = null;
    },
    /** Frees a first place. False: every document in one has begun just now. */
    makeWay: (): boolean => {
      const reader = overdue.shift();
      if (reader === undefined) return false;
      free.first += 1;
      reader.kind = free.long > 0 ? "long" : null;
      if (reader.kind === null) reader.postpone();
      else free.long -= 1;
      return true;
    },
  };
}
