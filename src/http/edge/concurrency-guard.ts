import { Elysia } from "elysia";
import type { Gate, Permit } from "../../accounting/gate.ts";

/** Each has a queue, so uploads do not delay questions. */
export type Lane = "questions" | "documents";
export type Gates = Readonly<Record<Lane, Gate>>;

export interface HeldPermit {
  /** Keeps the permit after the reply, for a stream. Returns the function that releases it. */
  keep(): () => void;
}

/**
 * A route with a `lane` holds a permit until its reply or stream ends. The key is checked first.
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
