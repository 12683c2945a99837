/** The exact usage counts, by account. */
import { Database } from "bun:sqlite";
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { UsageObject } from "../../../src/api/usage-schemas.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { clockAt, startService, type TestService } from "../../support/service.ts";

const services: TestService[] = [];
afterAll(() => Promise.all(services.map((service) => service.close())));

let service: TestService;
beforeEach(async () => {
  service = await startService({ clock: clockAt("2026-11-21T08:00:00.000Z") });
  services.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
});

const text = "# Filters\n\nReplace the filter every six months.";
const add = (body: unknown = { text }, key = service.owner) =>
  service.request("POST", "/v1/experts/house/sources?wait=60", { body, key });
const ask = (body: Record<string, unknown> = {}, key = service.owner) =>
  service.request("POST", "/v1/experts/house/query", {
    body: { question: "How often is the filter replaced?", ...body },
    key,
  });
const chat = (key = service.owner) =>
  service.request("POST", "/v1/chat/completions", {
    body: { model: "house", messages: [{ role: "user", content: "How often is the filter replaced?" }] },
    key,
  });
const usage = async (query = "", key = service.owner) =>
  (await service.request("GET", `/v1/usage${query}`, { key })).as(UsageObject);

type Usage = Static<typeof UsageObject>;
const nothing: Omit<Usage, "period" | "workspace_id" | "as_of" | "storage" | "limits"> = {
  object: "usage",
  requests: { query: 0, chat: 0, ingest: 0, total: 0, failed: 0 },
  answers: { answered: 0, abstained: 0 },
  tokens: { prompt: 0, completion: 0, embedding: 0, total: 0 },
  ingest: { sources_created: 0, sources_failed: 0, bytes: 0, passages: 0, chunks: 0 },
  groups: [],
};

const unlimited = { used: 0, limit: null, remaining: null };

test("a new service has no usage", async () => {
  expect(await usage()).toEqual({
    ...nothing,
    workspace_id: service.workspace,
    period: { start: "2026-11-01T00:00:00Z", end: "2026-12-01T00:00:00Z", type: "calendar_month_utc" },
    storage: { experts: 1, sources: 0, passages: 0, chunks: 0, bytes: 0 },
    limits: { requests: unlimited, sources: unlimited, bytes: unlimited },
    as_of: "2026-11-21T08:00:00.000Z",
  });
});

test("each request counts once, by its kind", async () => {
  await add();
  await add();
  await add(new TextEncoder().encode("%PDF-1.7 broken"));
  const answered = (await ask()).as(AnswerObject);
  const abstained = (await ask({ question: "Who painted the ceiling of the Sistine chapel?" })).as(AnswerObject);
  const passages = (await ask({ generate: false })).as(AnswerObject);
  await chat();
  expect([answered.abstained, abstained.abstained, passages.answer]).toEqual([false, true, null]);
  const { requests, answers, tokens, ingest, storage, limits } = await usage();
  const native = [answered, abstained, passages].map((answer) => answer.usage);
  const prompt = native.reduce((sum, each) => sum + each.prompt_tokens, 0) + answered.usage.prompt_tokens;
  const completion = native.reduce((sum, each) => sum + each.completion_tokens, 0) + answered.usage.completion_tokens;
  expect(requests).toEqual({ query: 3, chat: 1, ingest: 3, total: 7, failed: 0 });
  expect(answers).toEqual({ answered: 2, abstained: 1 });
  expect(tokens).toEqual({ prompt, completion, embedding: 0, total: prompt + completion });
  expect(ingest).toEqual({ sources_created: 2, sources_failed: 1, bytes: text.length + 15, passages: 1, chunks: 1 });
  const read = text.length - 2; // without the mark of the heading
  expect(storage).toEqual({ experts: 1, sources: 2, passages: 1, chunks: 1, bytes: text.length + read + 15 });
  expect(limits.requests).toEqual({ used: 7, limit: null, remaining: null });
});

test("a stream counts as the same answer in one piece does", async () => {
  await add();
  const whole = (await ask()).as(AnswerObject);
  const before = await usage();
  const streamed = await ask({ stream: true });
  expect(streamed.text).toContain("event: done");
  const after = await usage();
  expect(after.requests.query - before.requests.query).toBe(1);
  expect(after.tokens.total - before.tokens.total).toBe(whole.usage.total_tokens);
});

test("a refused request does not count", async () => {
  await add();
  const before = await usage();
  const refused = [
    await ask({ question: "" }),
    await ask({ k: 0 }),
    await ask({ mode: "vector" }),
    await ask({}, "dk_nothing"),
    await add({ text: "" }),
    await service.request("POST", "/v1/experts/nobody/query", { body: { question: "Why?" } }),
    await service.request("POST", "/v1/chat/completions", { body: { model: "nobody", messages: [] } }),
  ];
  expect(refused.map(({ status }) => Math.floor(status / 100))).toEqual(refused.map(() => 4));
  expect(await usage()).toEqual(before);
});

test("a month ends at midnight in UTC, and its usage stays in it", async () => {
  service.clock.set(Date.parse("2026-11-30T23:59:59.999Z"));
  await add();
  await ask();
  service.clock.advance(1);
  await ask();
  await ask();
  const december = await usage();
  expect(december.period).toEqual({
    start: "2026-12-01T00:00:00Z",
    end: "2027-01-01T00:00:00Z",
    type: "calendar_month_utc",
  });
  expect([december.requests.query, december.requests.ingest]).toEqual([2, 0]);
  expect(december.storage.sources).toBe(1);
  const november = await usage("?month=2026-11");
  expect([november.requests.query, november.requests.ingest, november.storage.sources]).toEqual([1, 1, 1]);
  expect((await usage("?month=2024-02")).period.end).toBe("2024-03-01T00:00:00Z");
});

test.each(["month=2026-13", "month=11-2026", "month=2026-1", "group_by=week", "months=2026-11"])(
  "refuses %s",
  async (query) => {
    const { error } = await service.request("GET", `/v1/usage?${query}`);
    expect(error.param).toBe(query.split("=")[0] ?? "");
  },
);

describe("groups", () => {
  test("by expert, key and day add up to the whole", async () => {
    const other = await service.key();
    const garden = (await service.request("POST", "/v1/experts", { body: { name: "Garden" } })).as(ExpertObject);
    await add();
    await ask({}, other);
    service.clock.advance(24 * 3_600_000);
    await chat(other);
    await service.request("POST", "/v1/experts/garden/query", { body: { question: "Which roses?" } });
    const total = await usage();
    for (const by of ["expert", "key", "day"]) {
      const { groups } = await usage(`?group_by=${by}`);
      expect(groups).toHaveLength(2);
      expect(groups.map(({ requests }) => requests.total).reduce((a, b) => a + b)).toBe(total.requests.total);
      expect(groups.map(({ tokens }) => tokens.total).reduce((a, b) => a + b)).toBe(total.tokens.total);
    }
    const days = (await usage("?group_by=day")).groups;
    expect(days.map(({ key, requests }) => [key, requests.query, requests.chat, requests.ingest])).toEqual([
      ["2026-11-21", 1, 0, 1],
      ["2026-11-22", 1, 1, 0],
    ]);
    const experts = (await usage("?group_by=expert")).groups;
    expect(experts.find(({ key }) => key === garden.id)).toMatchObject({ requests: { query: 1, total: 1 } });
    const keys = (await usage("?group_by=key")).groups.map(({ requests }) => [
      requests.query,
      requests.chat,
      requests.ingest,
    ]);
    expect(keys.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      [1, 0, 1],
      [1, 1, 0],
    ]);
  });

  test("count a new version as a request and its bytes, not as another source", async () => {
    const send = (text: string) =>
      service.request("POST", "/v1/experts/house/sources?wait=60", { body: { text, external_id: "manual" } });
    await send("Replace the filter.");
    await send("Replace the filter twice a year.");
    const { requests, ingest } = await usage();
    expect([requests.ingest, ingest.sources_created, ingest.bytes]).toEqual([2, 1, 19 + 32]);
  });

  test("of deleted objects stay counted", async () => {
    await add();
    await ask();
    const { data } = (await service.request("GET", "/v1/experts/house/sources")).pageOf(SourceObject);
    await service.request("DELETE", `/v1/experts/house/sources/${data[0]?.id}`);
    await service.request("DELETE", "/v1/experts/house");
    const { requests, ingest, storage } = await usage();
    expect(requests.total).toBe(2);
    expect(ingest.sources_created).toBe(1);
    expect(storage).toEqual({ experts: 0, sources: 0, passages: 0, chunks: 0, bytes: 0 });
  });

  test("of another workspace are separate", async () => {
    await add();
    await ask();
    const stranger = await service.key({ workspace: (await service.docent.workspaces.create("elsewhere")).id });
    const { requests, ingest, storage, workspace_id } = await usage("", stranger);
    expect(workspace_id).not.toBe(service.workspace);
    expect({ requests, ingest, storage }).toEqual({
      requests: nothing.requests,
      ingest: nothing.ingest,
      storage: { experts: 0, sources: 0, passages: 0, chunks: 0, bytes: 0 },
    });
  });
});

test("an internal error counts as failed, without the reason", async () => {
  await add();
  const database = new Database(`${service.dataDir}/docent.db`);
  database.run("ALTER TABLE chunks RENAME TO chunks_gone");
  database.close();
  const reply = await ask();
  expect([reply.status, reply.error.code]).toEqual([500, "internal_error"]);
  expect(reply.text).not.toMatch(/chunks|sqlite|SELECT|src\/|no such table/i);
  const { requests, answers } = await usage();
  expect([requests.query, requests.failed, answers.answered]).toEqual([1, 1, 0]);
});

test("a question counts once when the database commits it and cannot say so", async () => {
  let isCut = true;
  service = await startService({
    adaptStores: (stores) => ({
      ...stores,
      usage: {
        ...stores.usage,
        record: async (entry, underWay) => {
          await stores.usage.record(entry, underWay);
          if (isCut) throw new Fault("not_ready", "The database did not answer within 10 seconds.");
        },
      },
    }),
  });
  services.push(service);
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  await add();
  expect((await chat()).error.code).toBe("not_ready");
  isCut = false;
  expect((await usage()).requests).toMatchObject({ chat: 1, failed: 0 });
});

test("what the program brings by itself is nobody's usage", async () => {
  const reach = { workspaceId: service.workspace, expertIds: null };
  const expert = await service.docent.experts.create(reach, { name: "Handbook" });
  const text = new TextEncoder().encode("Add a PDF with `docent ingest`.");
  const { source } = await service.docent.sources.accept(expert, null, {
    type: "text",
    title: "Adding",
    url: null,
    filename: null,
    declaredType: null,
    metadata: null,
    externalId: null,
    content: (async function* () {
      yield text;
    })(),
  });
  const wait = { milliseconds: 60_000, signal: new AbortController().signal };
  expect((await service.docent.sources.waitFor(expert, source, wait)).status).toBe("ready");
  const { requests, ingest, storage, limits } = (await service.request("GET", "/v1/usage")).as(UsageObject);
  expect([requests.total, ingest]).toEqual([
    0,
    { sources_created: 0, sources_failed: 0, bytes: 0, passages: 0, chunks: 0 },
  ]);
  expect([storage.sources, limits.requests.used]).toEqual([1, 0]);
});
