import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { SourceList } from "../../src/api/contents/source-list-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { firstRun, refreshHandbook } from "../../src/cli/serving/first-run.ts";
import { handbookPages } from "../../src/http/description/handbook-pages.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeEach(async () => {
  service = await startService({ ingesting: false });
});
afterEach(() => service.close());

const sources = async () =>
  (await service.request("GET", "/v1/experts/handbook/sources?limit=100")).as(SourceList).data;

describe("an existing handbook", () => {
  const create = async () => {
    const body = { name: "Handbook", slug: "handbook", metadata: { builtin: "handbook" } };
    return (await service.request("POST", "/v1/experts", { body })).as(ExpertObject);
  };
  const add = async (external_id: string, text: string) =>
    (await service.request("POST", "/v1/experts/handbook/sources", { body: { text, external_id } })).as(SourceObject);

  test("gets the pages of this executable, and keeps those that are the same", async () => {
    await create();
    const [first, second] = handbookPages;
    const old = await add(`handbook/${first!.name}`, "What an older executable said.");
    const same = await add(`handbook/${second!.name}`, second!.text);
    await refreshHandbook(service.docent);
    const found = new Map((await sources()).map((source) => [source.external_id, source]));
    expect(found.size).toBe(handbookPages.length);
    expect(found.get(old.external_id)?.version).toBe(2);
    expect(found.get(same.external_id)?.version).toBe(1);
  });

  test("is left alone if it is somebody's own", async () => {
    await service.request("POST", "/v1/experts", { body: { name: "Handbook", slug: "handbook" } });
    await refreshHandbook(service.docent);
    expect(await sources()).toEqual([]);
  });
});

test("a deleted handbook stays deleted", async () => {
  await firstRun(service.docent, null);
  await refreshHandbook(service.docent);
  expect((await service.request("GET", "/v1/experts/handbook")).status).toBe(404);
});
