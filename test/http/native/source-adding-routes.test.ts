/** Files of forms at their own route, and several sources in one request. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { SourceBatch, SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
});
afterEach(() => service.close());

const house = "/v1/experts/house";
const batch = (body: object, headers: Record<string, string> = {}) =>
  service.request("POST", `${house}/sources/batch`, { body, headers });
const countedSources = async () => (await service.request("GET", `${house}/sources`)).pageOf(SourceObject).total_count;

describe("a file at its own route", () => {
  const form = (file: File | string) => {
    const fields = new FormData();
    fields.set("file", file);
    fields.set("external_id", "filters");
    return fields;
  };
  const manual = () => new File(["The filter is replaced every six months."], "filters.txt");

  test("is answered as at the route of sources", async () => {
    const made = await service.request("POST", `${house}/files?wait=60`, { body: form(manual()) });
    expect(made.status).toBe(201);
    const { id, filename, external_id, status } = made.as(SourceObject);
    expect([filename, external_id, status]).toEqual(["filters.txt", "filters", "ready"]);
    expect(made.headers.get("location")).toBe(`/v1/experts/${made.as(SourceObject).expert_id}/sources/${id}`);
    const again = await service.request("POST", `${house}/sources`, { body: form(manual()) });
    expect([again.status, again.as(SourceObject).id]).toEqual([200, id]);
  });

  test("is read from a form and from nothing else", async () => {
    for (const body of [{ text: "A text." }, new TextEncoder().encode("A text.")]) {
      const { status, error } = await service.request("POST", `${house}/files`, { body });
      expect([status, error.code, error.param]).toEqual([400, "invalid_parameter", "file"]);
    }
    expect((await service.request("POST", `${house}/files`, { body: form("filters.txt") })).error.param).toBe("file");
    expect(await countedSources()).toBe(0);
  });
});

describe("several sources in one request", () => {
  const sources = [
    { text: "The filter is replaced every six months.", external_id: "filters" },
    { text: "" },
    { type: "site", url: "http://example.org/" },
    { type: "conversation", messages: [{ role: "user", content: "Where is the key?" }] },
    "a text",
    { text: "The filter is replaced every six months." },
    { text: "The roof was built in 1999." },
  ];

  test("are each answered, in order, whatever becomes of the others", async () => {
    const { data } = (await batch({ sources })).as(SourceBatch);
    expect(data.map(({ status, error }) => [status, error?.code ?? null, error?.param ?? null])).toEqual([
      [202, null, null],
      [400, "invalid_parameter", "sources[1].text"],
      [400, "invalid_parameter", "sources[2].type"],
      [202, null, null],
      [400, "invalid_json", "sources[4]"],
      [200, null, null],
      [202, null, null],
    ]);
    expect(data[5]?.source?.id).toBe(data[0]!.source!.id);
    expect(data[5]?.source?.deduplicated).toBe(true);
    expect(await countedSources()).toBe(3);
  });

  test("are added once, however often they are sent with one Idempotency-Key", async () => {
    const key = { "idempotency-key": "import-1" };
    const first = await batch({ sources }, key);
    for (const { source } of first.as(SourceBatch).data)
      if (source !== null) await service.request("DELETE", `${house}/sources/${source.id}`);
    const again = await batch({ sources }, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const statuses = ({ data }: ReturnType<typeof first.as<typeof SourceBatch>>) =>
      data.map(({ status, source }) => [status, source?.id]);
    expect(statuses(again.as(SourceBatch))).toEqual(statuses(first.as(SourceBatch)));
    expect(await countedSources()).toBe(0);
    const other = await batch({ sources: sources.slice(1) }, key);
    expect([other.status, other.error.code]).toEqual([422, "idempotency_key_reused"]);
  });
});
