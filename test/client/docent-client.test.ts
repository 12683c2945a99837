/** The client of the package against a server that follows a script: what it sends, sends again, and tells. */
import { afterEach, expect, test } from "bun:test";
import {
  ApiError,
  createDocent,
  type DocentOptions,
  SourceError,
  TimeoutError,
} from "../../clients/typescript/docent.ts";
import {
  type Handler,
  refusing,
  type ScriptedServer,
  scriptedServer,
  streaming,
} from "../support/fakes/scripted-server.ts";

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.die();
  server = null;
});

function clientOf(script: readonly Handler[], options: Partial<DocentOptions> = {}) {
  server = scriptedServer(...script);
  return { docent: createDocent({ url: `${server.address}/v1/`, apiKey: "dk_x", ...options }), seen: server.seen };
}

/** Notes a header of each request. */
function noting(header: string, noted: (string | null)[], handler: Handler): Handler {
  return (request) => {
    noted.push(request.headers.get(header));
    return handler(request);
  };
}

const expert: Handler = () => Response.json({ object: "expert", slug: "pumps" });
const source = (status: string): Handler => {
  return () => Response.json({ object: "source", id: "src_1", status, error: null });
};
const caught = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test("what makes something is sent again under the same key, after the time that is asked for", async () => {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const script = [refusing(429, "rate_limit_exceeded", { "retry-after": "0" }), expert];
  const { docent } = clientOf(
    script.map((handler) => noting("idempotency-key", keys, handler)),
    { onRetry: (_, milliseconds) => waits.push(milliseconds) },
  );
  expect(await docent.createExpert({ name: "Pumps" })).toMatchObject({ slug: "pumps" });
  expect([keys.length, new Set(keys).size, waits]).toEqual([2, 1, [0]]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test("two calls have two keys, and one's own is sent as it is", async () => {
  const keys: (string | null)[] = [];
  const { docent } = clientOf([noting("idempotency-key", keys, expert)]);
  for (const options of [{}, {}, { idempotencyKey: "mine" }]) await docent.createExpert({ name: "Pumps" }, options);
  expect([new Set(keys).size, keys[2]]).toEqual([3, "mine"]);
});

test("a list goes from page to page, and stops where the loop stops", async () => {
  const page = (ids: readonly string[], more: boolean): Handler => {
    const data = ids.map((id) => ({ id }));
    return () => Response.json({ object: "list", data, last_id: ids.at(-1), has_more: more });
  };
  const { docent, seen } = clientOf([page(["a", "b"], true), page(["c"], false)]);
  const ids = await Array.fromAsync(docent.listSources("a b", { status: "ready" }), ({ id }) => id);
  expect(ids).toEqual(["a", "b", "c"]);
  for await (const _ of docent.listSources("a b")) break;
  expect(seen).toEqual([
    "GET /v1/experts/a%20b/sources?limit=100&status=ready",
    "GET /v1/experts/a%20b/sources?limit=100&status=ready&after=b",
    "GET /v1/experts/a%20b/sources?limit=100",
  ]);
});

const told = (...states: readonly string[]) =>
  streaming(
    ...states.map((status) => {
      const error = status === "failed" ? { code: "corrupt_file", message: "It is damaged.", retryable: false } : null;
      return ["source", { object: "source", id: "src_1", status, error, updated_at: "2026-11-27T20:00:00Z" }] as const;
    }),
  );

test("a source is followed until it is ready, or its failure is an error", async () => {
  const states: string[] = [];
  const { docent, seen } = clientOf([told("queued", "processing", "ready")]);
  const onProgress = ({ status }: { readonly status: string }) => states.push(status);
  expect(await docent.waitForSource("x", "src_1", { onProgress })).toMatchObject({ status: "ready" });
  expect([states, seen]).toEqual([["queued", "processing", "ready"], ["GET /v1/experts/x/sources/src_1/events"]]);
  await server?.die();
  const failure = await caught(clientOf([told("failed")]).docent.waitForSource("x", "src_1"));
  expect(failure).toBeInstanceOf(SourceError);
  expect(failure).toMatchObject({ message: "It is damaged.", source: { status: "failed" } });
});

test("a source that is known to be ready is not asked for", async () => {
  const { docent, seen } = clientOf([source("ready")]);
  const ready = await docent.getSource("x", "src_1");
  expect([await docent.waitForSource("x", ready), seen.length]).toEqual([ready, 1]);
});

test("a refusal has its facts; what is final is not sent again", async () => {
  const { docent, seen } = clientOf([
    refusing(429, "quota_exceeded", { "x-should-retry": "false", "retry-after": "9" }),
  ]);
  const error = await caught(docent.queryExpert("x", { question: "Why?" }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, code: "quota_exceeded", requestId: "req_1", retryAfter: 9 });
  expect(seen).toEqual(["POST /v1/experts/x/query"]);
});

test("an aborted call ends with the signal's reason, also while it waits to send again", async () => {
  const reason = new Error("enough");
  const abort = new AbortController();
  const { docent } = clientOf([refusing(503, "not_ready", { "retry-after": "50" })], {
    onRetry: () => abort.abort(reason),
  });
  expect(await caught(docent.getExpert("x", { signal: abort.signal }))).toBe(reason);
  expect(await caught(docent.getExpert("x", { signal: AbortSignal.abort(reason) }))).toBe(reason);
});

test("an attempt that takes too long is an error of its own", async () => {
  const never: Handler = () => new Promise<Response>(() => undefined);
  const { docent } = clientOf([never], { retries: false });
  expect(await caught(docent.getExpert("x", { timeout: 20 }))).toBeInstanceOf(TimeoutError);
});

test("the time of a client counts for every call, and that of a call before it", async () => {
  const never: Handler = () => new Promise<Response>(() => undefined);
  const { docent } = clientOf([never], { retries: false, timeout: 20 });
  const calls = [
    docent.queryExpert("x", { question: "Why?" }),
    docent.request("GET", "/v1/capabilities", {}),
    docent.each("/v1/keys", {}).next(),
    docent.listExperts().next(),
    docent.streamAnswer("x", { question: "Why?" }).next(),
  ];
  for (const call of calls) expect(await caught(call)).toBeInstanceOf(TimeoutError);
  await server?.die();
  const patient = clientOf([expert], { timeout: 1 });
  expect(await patient.docent.getExpert("x", { timeout: 60_000 })).toMatchObject({ slug: "pumps" });
});

test("to leave an answer's stream ends it", async () => {
  const left = Promise.withResolvers<string>();
  const body = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('event: delta\ndata: {"text":"One"}\n\n')),
      cancel: () => left.resolve("left"),
    });
  const { docent } = clientOf([() => new Response(body(), { headers: { "content-type": "text/event-stream" } })]);
  for await (const event of docent.streamAnswer("x", { question: "Why?" })) {
    expect(event).toEqual({ type: "delta", text: "One" });
    break;
  }
  expect(await left.promise).toBe("left");
});

test("without a key none is sent", async () => {
  const keys: (string | null)[] = [];
  server = scriptedServer(noting("authorization", keys, expert));
  await createDocent({ url: server.address }).getExpert("x");
  expect(keys).toEqual([null]);
});
