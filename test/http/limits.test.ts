/** Limits: their headers, refusals and exact counts. */
import { afterEach, describe, expect, test } from "bun:test";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { CapabilitiesObject } from "../../src/api/system-schemas.ts";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import type { Reply } from "../support/reply.ts";
import { type RequestOptions, startService, type TestService } from "../support/service.ts";

const services: TestService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function start(settings: Record<string, string>, ingesting = true): Promise<TestService> {
  const service = await startService({ settings, ingesting });
  services.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  return service;
}

const ask = (service: TestService, asked: RequestOptions = {}) =>
  service.request("POST", "/v1/experts/house/query", {
    body: { question: "How often is the filter replaced?" },
    ...asked,
  });
const chat = (service: TestService) =>
  service.request("POST", "/v1/chat/completions", {
    body: { model: "house", messages: [{ role: "user", content: "How often is the filter replaced?" }] },
  });
const add = (service: TestService, body: unknown, headers: Record<string, string> = {}) =>
  service.request("POST", "/v1/experts/house/sources", { body, headers });
const usage = async (service: TestService, key = service.owner) =>
  (await service.request("GET", "/v1/usage", { key })).as(UsageObject);

const rateHeaders = ({ headers }: Reply) =>
  ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}-requests`));
const refusal = ({ status, headers, error: { type, code } }: Reply) => ({
  status,
  type,
  code,
  retryAfter: headers.get("retry-after"),
  retry: headers.get("x-should-retry"),
});

describe("requests a minute", () => {
  test("are counted by key, reported in headers, and refused beyond the limit in both APIs", async () => {
    const service = await start({ DOCENT_RATE_LIMIT: "4" }); // one was for the expert
    expect(rateHeaders(await service.request("GET", "/v1/models"))).toEqual(["4", "2", "30s"]);
    expect(rateHeaders(await ask(service))).toEqual(["4", "1", "45s"]);
    expect(rateHeaders(await chat(service))).toEqual(["4", "0", "1m0s"]);
    for (const reply of [await ask(service), await chat(service), await service.request("GET", "/v1/experts")]) {
      expect(refusal(reply)).toEqual({
        status: 429,
        type: "rate_limit_error",
        code: "rate_limit_exceeded",
        retryAfter: "15",
        retry: null,
      });
      expect(rateHeaders(reply)).toEqual(["4", "0", "1m0s"]);
    }
    const other = await service.key();
    expect(rateHeaders(await service.request("GET", "/v1/models", { key: other }))).toEqual(["4", "3", "15s"]);
    service.clock.advance(15_000);
    expect((await ask(service)).status).toBe(200);
    expect((await usage(service, other)).requests.total).toBe(3);
  });

  test("are not reported without a limit", async () => {
    expect(rateHeaders(await ask(await start({})))).toEqual([null, null, null]);
  });

  test("of wrong keys are limited by address, and lock no valid key out", async () => {
    const service = await start({ DOCENT_FAILED_AUTH_LIMIT: "2" });
    const guess = async () => refusal(await ask(service, { key: `dk_guess-${Math.random()}` }));
    const wrong: Awaited<ReturnType<typeof guess>> = {
      status: 401,
      type: "authentication_error",
      code: "invalid_api_key",
      retryAfter: null,
      retry: null,
    };
    expect([await guess(), await guess()]).toEqual([wrong, wrong]);
    expect(await guess()).toEqual({
      status: 429,
      type: "rate_limit_error",
      code: "rate_limit_exceeded",
      retryAfter: "30",
      retry: null,
    });
    expect((await ask(service)).status).toBe(200);
    expect((await ask(service, { key: null })).status).toBe(401);
    service.clock.advance(30_000);
    expect(await guess()).toEqual(wrong);
  });
});

describe("requests a month", () => {
  const exceeded: ReturnType<typeof refusal> = {
    status: 429,
    type: "insufficient_quota",
    code: "quota_exceeded",
    retryAfter: null,
    retry: "false",
  };

  test("are counted exactly, even in parallel", async () => {
    const service = await start({ DOCENT_QUOTA_REQUESTS: "7" });
    await add(service, { text: "Replace the filter every six months." });
    const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? ask(service) : chat(service))));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(6).fill(200),
      ...Array(14).fill(429),
    ]);
    for (const reply of replies.filter(({ status }) => status === 429)) expect(refusal(reply)).toEqual(exceeded);
    const { requests, limits } = await usage(service);
    expect([requests.total, limits.requests]).toEqual([7, { used: 7, limit: 7, remaining: 0 }]);
    service.clock.set(Date.parse("2026-12-01T00:00:00Z"));
    expect((await ask(service)).status).toBe(200);
    expect((await usage(service)).limits.requests).toEqual({ used: 1, limit: 7, remaining: 6 });
    const past = (await service.request("GET", "/v1/usage?month=2026-11")).as(UsageObject);
    expect(past.limits.requests).toEqual({ used: 7, limit: null, remaining: null });
  });

  test("are not used by refused, repeated or canceled requests", async () => {
    const service = await start({ DOCENT_QUOTA_REQUESTS: "2" });
    const once = { "idempotency-key": "once" };
    const first = await add(service, { text: "Replace the filter." }, once);
    for (let round = 0; round < 3; round++) {
      expect((await ask(service, { body: { question: "" } })).status).toBe(400);
      expect((await ask(service, { body: { question: "Why?", mode: "vector" } })).status).toBe(400);
      expect((await add(service, { text: "" })).status).toBe(400);
      await leave(service);
    }
    expect((await ask(service)).status).toBe(200);
    expect(refusal(await add(service, { text: "Another." }))).toEqual(exceeded);
    const again = await add(service, { text: "Replace the filter." }, once);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([first.status, "true"]);
    expect((await usage(service)).limits.requests).toEqual({ used: 2, limit: 2, remaining: 0 });
  });

  test("continue after a restart", async () => {
    const first = await start({ DOCENT_QUOTA_REQUESTS: "2" });
    await ask(first);
    await first.stop();
    services.pop();
    const second = await startService({
      settings: { DOCENT_QUOTA_REQUESTS: "2" },
      clock: first.clock,
      resume: { dataDir: first.dataDir, owner: first.owner },
    });
    services.push(second);
    expect([(await ask(second)).status, (await ask(second)).status]).toEqual([200, 429]);
  });
});

describe("a workspace's storage", () => {
  test("is limited in sources; the same bytes and new versions do not count", async () => {
    const service = await start({ DOCENT_QUOTA_SOURCES: "2" }, false);
    await add(service, { text: "One.", external_id: "one" });
    await add(service, { text: "Two." });
    const refused = await add(service, { text: "Three." });
    expect([refused.status, refused.error.code]).toEqual([429, "quota_exceeded"]);
    expect((await add(service, { text: "Two." })).status).toBe(200);
    expect((await add(service, { text: "One, again.", external_id: "one" })).status).toBe(202);
    const { data } = JSON.parse((await service.request("GET", "/v1/experts/house/sources")).text);
    await service.request("DELETE", `/v1/experts/house/sources/${data[0].id}`);
    expect((await add(service, { text: "Three." })).status).toBe(202);
    expect((await usage(service)).limits.sources).toEqual({ used: 2, limit: 2, remaining: 0 });
  });

  test("is limited in bytes", async () => {
    const service = await start({ DOCENT_QUOTA_BYTES: "30" }, false);
    expect((await add(service, { text: "x".repeat(20) })).status).toBe(202);
    const refused = await add(service, { text: "y".repeat(11) });
    expect([refused.status, refused.error.code]).toEqual([429, "quota_exceeded"]);
    expect((await add(service, { text: "y".repeat(10) })).status).toBe(202);
    expect((await usage(service)).limits.bytes).toEqual({ used: 30, limit: 30, remaining: 0 });
  });
});

test("a full queue refuses sources with Retry-After", async () => {
  const service = await start({ DOCENT_MAX_QUEUED_SOURCES: "2" }, false);
  await add(service, { text: "One." });
  await add(service, { text: "Two." });
  expect(refusal(await add(service, { text: "Three." }))).toEqual({
    status: 429,
    type: "rate_limit_error",
    code: "queue_full",
    retryAfter: "10",
    retry: null,
  });
  expect((await add(service, { text: "Two." })).status).toBe(200);
  expect((await usage(service)).ingest.sources_created).toBe(2);
});

/** Begins a stream, reads its first piece, and returns its reader. */
async function beginStream({ docent, owner }: TestService, signal?: AbortSignal) {
  const headers = { authorization: `Bearer ${owner}`, "content-type": "application/json" };
  const body = JSON.stringify({ question: "How often is the filter replaced?", stream: true });
  const init = { method: "POST", headers, body, ...(signal && { signal }) };
  const response = await docent.app.handle(new Request("http://localhost/v1/experts/house/query", init));
  const reader = response.body!.getReader();
  await reader.read();
  return reader;
}

async function leave(service: TestService): Promise<void> {
  await (await beginStream(service)).cancel();
}

describe("concurrent answers", () => {
  test("stay within the limit, including streams; beyond the queue requests are refused, and health is always reported", async () => {
    const service = await start({ DOCENT_MAX_CONCURRENT: "1" });
    const stream = await beginStream(service);
    const waiting = Array.from({ length: 4 }, () => ask(service));
    const refused = await ask(service);
    expect(refusal(refused)).toEqual({
      status: 503,
      type: "server_error",
      code: "overloaded",
      retryAfter: "2",
      retry: null,
    });
    expect((await service.request("GET", "/healthz", { key: null })).status).toBe(200);
    expect((await service.request("GET", "/v1/models")).status).toBe(200);
    expect((await add(service, { text: "Another line." })).status).toBe(202);
    await stream.cancel();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ask(service)).as(AnswerObject).abstained).toBe(true);
  });

  test("are freed by a finished stream, by a refused request, and by a client that leaves the queue", async () => {
    const service = await start({ DOCENT_MAX_CONCURRENT: "1" });
    const stream = await beginStream(service);
    const control = new AbortController();
    const left = beginStream(service, control.signal).catch(() => "left");
    const next = ask(service, { body: { question: "" } });
    const last = ask(service);
    control.abort();
    for (let piece = await stream.read(); !piece.done; piece = await stream.read());
    expect((await next).status).toBe(400);
    expect((await last).status).toBe(200);
    await left;
    expect((await ask(service)).status).toBe(200);
  });
});

test("capabilities list the workspace's limits", async () => {
  const limits = async (service: TestService) =>
    (await service.request("GET", "/v1/capabilities")).as(CapabilitiesObject).limits;
  const fixed = await limits(await start({}));
  expect(fixed).toMatchObject({ concurrent_requests: 100 });
  const settings = {
    DOCENT_RATE_LIMIT: "600",
    DOCENT_MAX_CONCURRENT: "8",
    DOCENT_MAX_QUEUED_SOURCES: "50",
    DOCENT_QUOTA_REQUESTS: "1000",
    DOCENT_QUOTA_SOURCES: "20",
    DOCENT_QUOTA_BYTES: "1MB",
  };
  expect(await limits(await start(settings))).toEqual({
    ...fixed,
    requests_per_minute: 600,
    concurrent_requests: 8,
    queued_sources: 50,
    requests_per_month: 1000,
    sources: 20,
    stored_bytes: 1_000_000,
  });
});
