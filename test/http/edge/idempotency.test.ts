import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { UsageObject } from "../../../src/api/usage-schemas.ts";
import type { Reply } from "../../support/reply.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
});
/** Waits until no source of one test is being read while the next compares the database. */
afterEach(async () => {
  for (const expert of (await service.request("GET", "/v1/experts?limit=100")).pageOf(ExpertObject).data) {
    const path = `/v1/experts/${expert.id}/sources`;
    const { data } = (await service.request("GET", `${path}?limit=100`)).pageOf(SourceObject);
    for (const { id } of data) await service.request("GET", `${path}/${id}?wait=60`);
  }
});
afterAll(() => service.close());

const sources = "/v1/experts/manual/sources";
let number = 0;
const fresh = () => ({ key: `key ${++number}`, body: { text: `A text, number ${number}.` } });
const post = (path: string, key: string, body: unknown, by?: string) =>
  service.request("POST", path, { body, headers: { "idempotency-key": key }, ...(by && { key: by }) });
const first = ({ status, json, headers }: Reply) => ({
  status,
  json,
  location: headers.get("location"),
  replayed: headers.get("idempotent-replayed"),
});

describe("a request with an Idempotency-Key", () => {
  test("is done once, and a repetition gets the first reply", async () => {
    const { key, body } = fresh();
    const reply = await post(`${sources}?wait=60`, key, body);
    expect(first(reply)).toMatchObject({ status: 201, replayed: null });
    const before = service.contents();
    const again = await post(sources, key, body);
    expect(first(again)).toEqual({ ...first(reply), replayed: "true" });
    expect(service.contents()).toEqual(before);
  });

  test("gets the first reply even if the source is deleted", async () => {
    const { key, body } = fresh();
    const reply = await post(`${sources}?wait=60`, key, body);
    const { id } = reply.as(SourceObject);
    await service.request("DELETE", `${sources}/${id}`);
    expect(first(await post(sources, key, body))).toEqual({ ...first(reply), replayed: "true" });
    expect((await service.request("GET", `${sources}/${id}`)).status).toBe(404);
  });

  test("creates an expert once", async () => {
    const reply = await post("/v1/experts", "expert", { name: "Once" });
    expect(first(reply)).toMatchObject({ status: 201, replayed: null });
    expect(first(await post("/v1/experts", "expert", { name: "Once" }))).toEqual({ ...first(reply), replayed: "true" });
    const named = (await service.request("GET", "/v1/experts?limit=100")).pageOf(ExpertObject);
    expect(named.data.filter(({ name }) => name === "Once")).toHaveLength(1);
  });

  test("is counted once", async () => {
    const used = async () => (await service.request("GET", "/v1/usage")).as(UsageObject).requests.ingest;
    const before = await used();
    const { key, body } = fresh();
    await post(sources, key, body);
    await post(sources, key, body);
    expect((await used()) - before).toBe(1);
  });

  test("is a new request with another key, on another route, without the header, or after a day", async () => {
    const { key, body } = fresh();
    const { id } = (await post(sources, key, body)).as(SourceObject);
    expect(first(await post(sources, key, body, await service.key()))).toMatchObject({ status: 200, replayed: null });
    await service.request("POST", "/v1/experts", { body: { name: "Other" } });
    expect(first(await post("/v1/experts/other/sources?wait=60", key, body))).toMatchObject({ replayed: null });
    expect(first(await service.request("POST", sources, { body }))).toMatchObject({ status: 200, replayed: null });
    service.clock.advance(24 * 3_600_000 - 1);
    expect(first(await post(sources, key, body))).toMatchObject({ replayed: "true" });
    service.clock.advance(2);
    expect(first(await post(sources, key, body))).toMatchObject({ status: 200, json: { id }, replayed: null });
    const kept = service.contents().remembered_replies;
    expect(kept).toHaveLength(1); // the others are of the day before
  });
});

test("the same key for something else is refused", async () => {
  const { key, body } = fresh();
  await post(`${sources}?wait=60`, key, body);
  const before = service.contents();
  for (const other of [{ text: "Other." }, { ...body, title: "Other" }, { ...body, metadata: { a: 1 } }]) {
    const reply = await post(sources, key, other);
    expect({ status: reply.status, code: reply.error.code }).toEqual({ status: 422, code: "idempotency_key_reused" });
  }
  expect(service.contents()).toEqual(before);
});

test("a form sent again is the same request, although its boundary is another", async () => {
  const form = (content: string) => {
    const made = new FormData();
    made.set("file", new File([content], "a.txt"));
    made.set("title", "A form");
    return made;
  };
  const reply = await post(`${sources}?wait=60`, "form", form("The content of a form."));
  expect(first(await post(sources, "form", form("The content of a form.")))).toEqual({
    ...first(reply),
    replayed: "true",
  });
  expect((await post(sources, "form", form("Another content."))).error.code).toBe("idempotency_key_reused");
});

test("a repetition during the first request is refused, and the first continues", async () => {
  const arriving = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new TextEncoder().encode("First half, "));
      await arriving.promise;
      controller.enqueue(new TextEncoder().encode("second half."));
      controller.close();
    },
  });
  const request = new Request(`http://localhost${sources}?wait=60`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${service.owner}`, "idempotency-key": "slow" },
  });
  const slow = service.docent.app.handle(request);
  const meanwhile = await post(sources, "slow", { text: "x" });
  expect({ status: meanwhile.status, code: meanwhile.error.code, wait: meanwhile.headers.get("retry-after") }).toEqual({
    status: 409,
    code: "idempotency_in_progress",
    wait: "1",
  });
  arriving.resolve();
  expect((await slow).status).toBe(201);
});

test("a failed request has done nothing, and can be corrected under the same key", async () => {
  const { key, body } = fresh();
  expect((await post(sources, key, { ...body, txt: 1 })).error.code).toBe("unknown_parameter");
  expect((await post(`${sources}?wait=60`, key, body)).status).toBe(201);
  expect((await post("/v1/experts", "taken", { name: "Manual", slug: "manual" })).error.code).toBe("slug_taken");
  expect((await post("/v1/experts", "taken", { name: "Manual", slug: "manual-two" })).status).toBe(201);
});

test("an invalid Idempotency-Key is refused", async () => {
  for (const key of ["x".repeat(256), "schlüssel"]) {
    const { status, error } = await post(sources, key, { text: "x" });
    expect({ status, param: error.param }).toEqual({ status: 400, param: "Idempotency-Key" });
  }
});
