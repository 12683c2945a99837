/** Lets only so many costly requests be worked on at once; the others wait in line for a moment, or are told to come back. */
import { Elysia } from "elysia";
import type { Gate, Place } from "../../limits/gate.ts";

/** Questions and documents have a line each: many uploads hold up no question. */
export type Lane = "questions" | "documents";
export type Gates = Readonly<Record<Lane, Gate>>;

/** Where a request stands while it is worked on. */
export interface HeldPlace {
  /** Keeps the place beyond the reply, for a stream that goes on; gives what leaves it. */
  keep(): () => void;
}

/**
 * A route that names a `lane` is answered when there is a place, and leaves it when it has been: after the reply, or,
 * if the route keeps it, when its stream ends. Reading the key comes first, so that nobody without one takes a place.
 */
export function concurrencyGuard(gates: Gates) {
  const places = new WeakMap<Request, Place>();
  return new Elysia({ name: "concurrency-guard" })
    .macro({
      lane: (lane: Lane) => ({
        resolve: async ({ request }: { request: Request }): Promise<{ place: HeldPlace }> => {
          const place = await gates[lane].enter(request.signal);
          places.set(request, place);
          return { place: { keep: () => keepPlace(places, request) } };
        },
      }),
    })
    .onAfterResponse({ as: "global" }, ({ request }) => places.get(request)?.leave());
}

function keepPlace(places: WeakMap<Request, Place>, request: Request): () => void {
  const place = places.get(request);
  places.delete(request);
  return () => place?.leave();
}
