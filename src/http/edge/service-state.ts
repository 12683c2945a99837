import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";

export interface ServiceState {
  phase: "starting" | "ready" | "stopping";
  /** Aborted when `stopping` begins, for what would go on for long. */
  readonly stop: AbortController;
  /** Aborted when the time for requests to finish is over. */
  readonly cut: AbortController;
}

export function newServiceState(): ServiceState {
  return { phase: "starting", stop: new AbortController(), cut: new AbortController() };
}

const comeBackAfter = "5";

export function shuttingDown(message = "The service is shutting down."): Fault {
  return new Fault("shutting_down", message, {
    hint: "Send the request again in a few seconds.",
    headers: { "retry-after": comeBackAfter },
  });
}

/** Answers 503 to everything but `/healthz` while the service goes down. */
export function drainGuard(state: ServiceState) {
  return new Elysia({ name: "drain-guard" }).onRequest(({ request, set }) => {
    if (state.phase !== "stopping" || request.url.endsWith("/healthz")) return;
    set.headers.connection = "close";
    throw shuttingDown();
  });
}
