/** A line a request: what, how it ended, how long it took. No query string: it may carry what nobody should keep. */
import { Elysia } from "elysia";
import type { Log } from "../kernel/log.ts";

export function accessLog(log: Log) {
  const began = new WeakMap<Request, number>();
  return new Elysia({ name: "access-log" })
    .onRequest(({ request }) => {
      began.set(request, performance.now());
    })
    .onAfterResponse({ as: "global" }, ({ request, set, path, responseValue }) => {
      const start = began.get(request);
      log.info("request", {
        method: request.method,
        path,
        status: responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200),
        ms: start === undefined ? undefined : Math.round((performance.now() - start) * 10) / 10,
        request: String(set.headers["x-request-id"] ?? ""),
      });
    });
}
