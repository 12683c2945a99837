import { afterAll, beforeAll, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Manual" } });
});
afterAll(() => service.close());

const sources = "/v1/experts/manual/sources";
const add = async (body: object) => (await service.request("POST", `${sources}?wait=60`, { body })).as(SourceObject);
const edit = (id: string, body: object) => service.request("PATCH", `${sources}/${id}`, { body });

const Found = Type.Object({ retrieved: Type.Array(Type.Object({ title: Type.String() })) });

/** The titles of the passages that a question finds by its words. */
async function found(question: string, filter?: object): Promise<readonly string[]> {
  const body = { question, generate: false, mode: "keyword", ...(filter && { filter }) };
  const reply = await service.request("POST", "/v1/experts/manual/query", { body });
  return reply.as(Found).retrieved.map(({ title }) => title);
}

test("a new title is searchable at once, and the old one no longer", async () => {
  const source = await add({ text: "It is greased in spring.", title: "Turbine" });
  expect(await found("turbine")).toEqual(["Turbine"]);
  const changed = (await edit(source.id, { title: "Compressor" })).as(SourceObject);
  expect(changed).toEqual({ ...source, title: "Compressor" });
  expect([await found("turbine"), await found("compressor")]).toEqual([[], ["Compressor"]]);
  const chunks = await service.request("GET", `${sources}/${source.id}/passages`);
  expect(chunks.json).toMatchObject({ data: [{ text: "It is greased in spring." }], total_count: 1 });
});

test("the same title again, or twice in a row, changes nothing else", async () => {
  const source = await add({ text: "Bearings last ten years.", title: "Bearings" });
  for (const title of ["Bearings", "Shafts", "Bearings"]) await edit(source.id, { title });
  expect([await found("bearings last"), await found("shafts")]).toEqual([["Bearings"], []]);
});

test("address and metadata are changed, and filtered by, without a new version", async () => {
  const source = await add({ text: "Valves are tested in June.", metadata: { year: 2025, site: "north" } });
  const changed = (await edit(source.id, { url: "https://a.example/valves", metadata: { year: 2026 } })).as(
    SourceObject,
  );
  expect(changed).toEqual({ ...source, url: "https://a.example/valves", metadata: { year: 2026 } });
  expect(await found("valves", { year: 2026 })).toHaveLength(1);
  expect(await found("valves", { site: "north" })).toEqual([]);
  expect((await edit(source.id, { url: null })).as(SourceObject).url).toBe(null);
});

test("a title given while the document waits is not replaced by the document's title", async () => {
  const waiting = await startService({ ingesting: false });
  await waiting.request("POST", "/v1/experts", { body: { name: "Manual" } });
  const { id } = (await waiting.request("POST", sources, { body: { text: "# Own title\n\nText." } })).as(SourceObject);
  await waiting.request("PATCH", `${sources}/${id}`, { body: { title: "Given title" } });
  waiting.docent.begin();
  const source = (await waiting.request("GET", `${sources}/${id}?wait=60`)).as(SourceObject);
  expect({ status: source.status, title: source.title }).toEqual({ status: "ready", title: "Given title" });
  await waiting.close();
});

test("an empty change is refused", async () => {
  const { id } = await add({ text: "Nothing changes." });
  const { status, error } = await edit(id, {});
  expect({ status, code: error.code }).toEqual({ status: 400, code: "invalid_parameter" });
});
