/** Limits how many costly requests are worked on at once. Others wait in a short queue, or are told to come back later. */
import { Elysia } from "elysia";
import type { Gate, Permit } from "../../limits/gate.ts";

/** Questions and documents have a queue each, so many uploads do not delay a question. */
export type Lane = "questions" | "documents";
export type Gates = Readonly<Record<Lane, Gate>>;

/** The permit that a request holds while it is worked on. */
export interface HeldPermit {
  /** Keeps the permit after the reply, for a stream that continues. Returns the function that releases it. */
  keep(): () => void;
}

/**
 * A route that names a `lane` starts when it has a permit, and releases it after the reply or, if the route keeps it, when
 * its stream ends. The key is checked first, so a request without a valid key takes no permit.
 * @param goesOn called when a request has its permit
 */
export function concurrencyGuard(gates: Gates, goesOn: () => void) {
  const permits = new WeakMap<Request, Permit>();
  return new Elysia({ name: "concurrency-guard" })
    .macro({
      lane: (lane: Lane) => ({
        resolve: async ({ request }: { request: Request }): Promise<{ permit: HeldPermit }> => {
          permits.set(request, await gates[lane].acquire(request.signal));
          goesOn();
          return { permit: { keep: () => keepPermit(permits, request) } };
        },
      }),
    })
    .onAfterResponse({ as: "global" }, ({ request }) => permits.get(request)?.release());
}

function keepPermit(permits: WeakMap<Request, Permit>, request: Request): () => void {
  const permit = permits.get(request);
  permits.delete(request);
  return () => permit?.release();
}
