/** A service with an expert called House for each test, and the ways to add, read and count its sources. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import type { CitationObject } from "../../../src/api/answer-schemas.ts";
import { AnswerObject } from "../../../src/api/answer-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import type { Reply } from "../reply.ts";
import { type RequestOptions, startService, type TestService } from "../service.ts";

export const path = "/v1/experts/house/sources";
export const filters = "# Filters\n\nReplace the filter every six months. 🧯 漢字 stay.";
export const filtersAnew = "# Filters\n\nReplace the filter every two months.";
export const brokenPdf = new TextEncoder().encode("%PDF-1.7 and nothing more");
export const source = (reply: Reply) => reply.as(SourceObject);

const question = { question: "How often is the filter replaced?" };

/** Registers hooks that delete a test's sources with their expert. */
export function useHouse() {
  let service: TestService;
  const ask = (method: string, where: string, asked: RequestOptions = {}) => service.request(method, where, asked);
  const makeHouse = () => ask("POST", "/v1/experts", { body: { name: "House" } });
  const originals = () => readdirSync(join(service.dataDir, "originals")).sort();
  const answerOf = async () => (await ask("POST", "/v1/experts/house/query", { body: question })).as(AnswerObject);
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    expect((await makeHouse()).status).toBe(201);
  });
  afterEach(async () => {
    if (service.docent.state.phase === "starting") service.docent.begin();
    for (const slug of ["house", "garden"]) await ask("DELETE", `/v1/experts/${slug}`);
    const { sources, source_versions: versions, chunks, memory_changes: changes } = service.contents();
    expect([sources, versions, chunks, changes, originals()]).toEqual([[], [], [], [], []]);
  });
  return {
    service: () => service,
    ask,
    makeHouse,
    originals,
    answerOf,
    add: (body: unknown, query = "?wait=60") => ask("POST", path + query, { body }),
    get: async (id: string) => source(await ask("GET", `${path}/${id}`)),
    cited: async () => (await answerOf()).citations as Static<typeof CitationObject>[],
    /** The same service after a stop. Its queue is idle until `docent.begin()`. */
    standStill: async () => {
      await service.stop();
      const { dataDir, owner } = service;
      service = await startService({ resume: { dataDir, owner }, ingesting: false, clock: service.clock });
    },
  };
}
