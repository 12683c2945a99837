/** The keepers of sources through the routes: what is held, a person's word, and versions that are put back. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
const path = "/v1/experts/notes";
const mark = "fld_0a1b2c3d4e5f";
beforeEach(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "notes", slug: "notes" } });
});
afterEach(() => service.close());

const added = async (body: object) => {
  const { status, json } = await service.request("POST", `${path}/sources?wait=60`, { body });
  return { ...(json as { id: string; version: number; keepers: string[]; error?: { code: string } }), code: status };
};
const ofFolder = (n: number, text = `Part ${n} is grey.`) =>
  added({ text, external_id: `${n}.md`, metadata: { docent_folder: mark } });
const release = async (sources: readonly string[], keeper = mark) =>
  service.request("POST", `${path}/keepers/${keeper}/release`, { body: { sources } });
const total = async () =>
  ((await service.request("GET", `${path}/sources`)).json as { total_count: number }).total_count;
const keepers = async () => ((await service.request("GET", `${path}/keepers`)).json as { data: object[] }).data;

test("a mass deletion is held, shown, confirmed and then done", async () => {
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push((await ofFolder(n)).id);
  expect((await release(ids.slice(0, 2))).json).toEqual({ object: "release", released: 2, held: null });
  const held = { kind: "deletions", deletions: 10, changes: 0, since: expect.any(String), confirmed_at: null };
  expect((await release(ids.slice(2))).json).toEqual({ object: "release", released: 0, held });
  expect(await total()).toBe(10);
  const keeper = { id: mark, object: "keeper", expert_id: expect.any(String), type: "folder", sources: 10 };
  expect(await keepers()).toEqual([{ ...keeper, held }]);
  const { json } = await service.request("GET", "/readyz", { key: null });
  expect(json).toMatchObject({ warnings: [expect.stringMatching(/^held: 10 deletions by fld_0a1b2c3d4e5f in exp_/)] });
  expect((await service.request("GET", "/v1/system")).json).toMatchObject({ held: [{ keeper: mark, deletions: 10 }] });
  const confirmed = await service.request("POST", `${path}/keepers/${mark}/confirm`);
  expect(confirmed.json).toEqual({ ...keeper, held: { ...held, confirmed_at: expect.any(String) } });
  expect((await service.request("GET", "/readyz", { key: null })).json).toEqual({ status: "ok" });
  expect(await total()).toBe(10);
  expect((await release(ids.slice(2))).json).toMatchObject({ released: 10, held: null });
  expect([await total(), await keepers()]).toEqual([0, []]);
  const again = await service.request("POST", `${path}/keepers/${mark}/confirm`);
  expect([again.status, again.error.code]).toEqual([409, "nothing_held"]);
});

test("files that all became alike are held over a day, and replaced after a person's word", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await ofFolder(n)).id);
  const replace = (alike: readonly string[]) =>
    service.request("POST", `${path}/keepers/${mark}/release`, { body: { alike } });
  for (const id of ids.slice(0, 5))
    expect((await replace([id])).json).toEqual({ object: "release", released: 0, held: null });
  const held = { kind: "changes", deletions: 0, changes: 1, since: expect.any(String), confirmed_at: null };
  expect((await replace([ids[5]!])).json).toMatchObject({ held });
  expect((await replace(ids.slice(5))).json).toMatchObject({ held: { ...held, changes: 7 } });
  expect((await service.request("GET", "/readyz", { key: null })).text).toContain("7 replacements by fld_0a1b2c3d4e5f");
  await service.request("POST", `${path}/keepers/${mark}/confirm`);
  expect((await replace(ids.slice(5))).json).toMatchObject({ held: null });
  expect((await replace([])).json).toMatchObject({ held: null });
  service.clock.advance(24 * 3_600_000);
  expect((await replace(ids.slice(0, 5))).json).toMatchObject({ held: null });
  expect((await keepers())[0]).toMatchObject({ sources: 12, held: null });
});

test("a dismissed one leaves the sources to the API", async () => {
  const ids = [];
  for (let n = 0; n < 6; n++) ids.push((await ofFolder(n)).id);
  await release(ids);
  expect((await service.request("POST", `${path}/keepers/${mark}/dismiss`)).json).toMatchObject({
    sources: 0,
    held: null,
  });
  expect((await release(ids)).json).toMatchObject({ released: 0, held: null });
  expect(await total()).toBe(6);
  expect((await service.request("GET", `${path}/sources/${ids[0]}`)).json).toMatchObject({ keepers: ["api"] });
});

test("a source of a folder is not changed over the API, and the other way round", async () => {
  expect(await ofFolder(1)).toMatchObject({ code: 201, keepers: [mark] });
  expect(await added({ text: "Blue.", external_id: "1.md" })).toMatchObject({
    code: 409,
    error: { code: "kept_elsewhere" },
  });
  await added({ text: "Mine.", external_id: "2.md" });
  expect(await ofFolder(2)).toMatchObject({ code: 409, error: { code: "kept_elsewhere" } });
  expect((await ofFolder(1, "Part 1 is green.")).version).toBe(2);
  const wrong = await release([], "api");
  expect([wrong.status, wrong.error.param]).toEqual([400, "keeper"]);
});

test("known bytes of a folder's source keep its facts, and the reply says so", async () => {
  const facts = { title: "Pump", metadata: { docent_folder: mark } };
  const kept = await added({ text: "The pump is grey.", ...facts });
  const sent = { text: "The pump is grey.", title: "Mine", url: "https://example.org/pump", metadata: { year: 2026 } };
  const ignored = (keepers: string) => ({
    code: "facts_ignored",
    message: `It was there already, kept by ${keepers}: its title, url, metadata stay as they are.`,
  });
  const warned = { code: 200, id: kept.id, ...facts, url: null, deduplicated: true };
  const keepers = `${mark} and the API`;
  expect(await added(sent)).toMatchObject({ ...warned, warnings: [ignored(keepers)] });
  expect(await added(sent)).toMatchObject({ ...warned, warnings: [ignored(keepers)] });
  expect(await added({ text: sent.text, title: "Pump" })).toMatchObject({ ...warned, warnings: [] });
  expect((await service.request("GET", `${path}/sources/${kept.id}`)).json).toMatchObject({ warnings: [] });
});

test.each([
  ["missing", (file: string) => rmSync(file)],
  ["damaged", (file: string) => writeFileSync(file, "The worst text.")],
])("a version whose original is %s is not put back, and says so", async (what, harm) => {
  const { id } = await added({ text: "The first text.", external_id: "a" });
  await added({ text: "The second text.", external_id: "a" });
  const folder = join(service.dataDir, "originals");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  const first = paths.find((file) => statSync(file).isFile() && readFileSync(file, "utf8") === "The first text.");
  harm(first!);
  const back = await service.request("POST", `${path}/sources/${id}/versions/1/put-back`);
  expect([back.status, back.error.code]).toEqual([404, "original_not_found"]);
  expect(back.error.message).toContain(`is ${what}`);
  expect((await service.request("GET", `${path}/sources/${id}`)).json).toMatchObject({ version: 2, status: "ready" });
  expect((await added({ text: "The first text.", external_id: "a" })).version).toBe(3);
});

test("an older version is put back as a new one", async () => {
  const { id } = await added({ text: "The first text.", external_id: "a", title: "First" });
  await added({ text: "The second text.", external_id: "a", title: "Second" });
  const back = await service.request("POST", `${path}/sources/${id}/versions/1/put-back`);
  expect(back.status).toBe(202);
  expect(back.json).toMatchObject({ id, version: 3, title: "First", external_id: "a", keepers: ["api"] });
  await service.request("GET", `${path}/sources/${id}?wait=60`);
  expect((await service.request("GET", `${path}/sources/${id}/content`)).text).toBe("The first text.");
  const same = await service.request("POST", `${path}/sources/${id}/versions/1/put-back`);
  expect([same.status, (same.json as { deduplicated: boolean }).deduplicated]).toEqual([200, true]);
  for (const [version, status] of [
    ["9", 404],
    ["0", 400],
    ["x", 400],
  ] as const)
    expect((await service.request("POST", `${path}/sources/${id}/versions/${version}/put-back`)).status).toBe(status);
});
