/** What the log and the metrics are told of errors. */
import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { faultBoundary } from "../../../src/http/edge/faults.ts";
import { type FinishedRequest, requestWatch } from "../../../src/http/edge/request-watch.ts";
import { newServiceState, shuttingDown } from "../../../src/http/edge/service-state.ts";
import { systemRoutes } from "../../../src/http/native/system-routes.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import type { Log } from "../../../src/kernel/log.ts";

function openApp(fail: (signal: AbortSignal) => Promise<never>) {
  const lines: string[] = [];
  const note = (event: string) => {
    lines.push(event);
  };
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const finished: FinishedRequest[] = [];
  const state = newServiceState();
  const trouble = { found: null as string | null };
  const readiness = { state, trouble: () => trouble.found, backupTrouble: () => null, held: async () => [] };
  const watch = {
    requestCame: () => undefined,
    expertOf: () => null,
    watchers: [(one: FinishedRequest) => void finished.push(one)],
  };
  const app = new Elysia()
    .use(requestWatch(watch))
    .use(faultBoundary(log, { methodsAt: () => [], pathMeantBy: () => null }, state, () => undefined))
    .use(systemRoutes(readiness, log))
    .get("/fail", ({ request }) => fail(request.signal));
  const get = async (path: string, signal?: AbortSignal) =>
    (await app.handle(new Request(`http://docent.test${path}`, { signal: signal ?? null }))).status;
  const statuses = async () => {
    await new Promise<void>((go) => setImmediate(go));
    return finished.map(({ status }) => status);
  };
  return { get, lines, state, trouble, statuses };
}

/** Work that ends when its connection does. */
const untilLeft = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("the connection is gone")), { once: true });
  });

test("looks at whether the service is ready are no errors: a trouble is told once, and its end", async () => {
  const { get, lines, state, trouble } = openApp(untilLeft);
  expect([await get("/readyz"), await get("/readyz"), lines]).toEqual([503, 503, []]);
  state.phase = "ready";
  expect([await get("/readyz"), lines]).toEqual([200, []]);
  trouble.found = "storage: the disk is full";
  for (let i = 0; i < 3; i++) expect(await get("/readyz")).toBe(503);
  expect(lines).toEqual(["service.not_ready"]);
  trouble.found = null;
  expect([await get("/readyz"), lines]).toEqual([200, ["service.not_ready", "service.ready_again"]]);
});

test("what a stop refuses or cuts is 503 and no error, and what a client leaves is neither 500", async () => {
  const refused = openApp(() => Promise.reject(shuttingDown()));
  expect([await refused.get("/fail"), refused.lines]).toEqual([503, []]);
  for (const [phase, status] of [
    ["ready", 499],
    ["stopping", 503],
  ] as const) {
    const app = openApp(untilLeft);
    app.state.phase = phase;
    const leaving = new AbortController();
    const asked = app.get("/fail", leaving.signal);
    leaving.abort();
    await asked;
    expect([await app.statuses(), app.lines]).toEqual([[status], []]);
  }
});

test("what is broken is told with its cause", async () => {
  const away = () => Promise.reject(new Fault("not_ready", "The database is away.", { cause: new Error("refused") }));
  const failing = openApp(away);
  expect([await failing.get("/fail"), failing.lines]).toEqual([503, ["request.failed"]]);
  const broken = openApp(() => Promise.reject(new Error("a bug")));
  expect([await broken.get("/fail"), broken.lines]).toEqual([500, ["request.failed"]]);
});
