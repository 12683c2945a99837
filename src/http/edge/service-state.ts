/** Whether the service accepts requests. Set by compose, read by every request. */
import { Elysia } from "elysia";
import { Fault } from "../../kernel/fault.ts";

export interface ServiceState {
  phase: "starting" | "ready" | "stopping";
}

/** Answers 503 to everything except `/healthz` while the service shuts down. */
export function drainGuard(state: ServiceState) {
  return new Elysia({ name: "drain-guard" }).onRequest(({ request }) => {
    if (state.phase !== "stopping" || request.url.endsWith("/healthz")) return;
    throw new Fault("shutting_down", "The service is shutting down.", { headers: { "retry-after": "5" } });
  });
}
