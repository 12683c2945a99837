/** An expert leaves a service as a file and comes into it again, by processes of its own. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { archiveProcesses } from "../../../src/cli/serving/archive-process.ts";
import { startService, type TestService } from "../../support/service.ts";
import { repository } from "../../support/source-tree.ts";

const fromSource = [process.execPath, `${repository}src/main.ts`];

let service: TestService;
beforeAll(async () => {
  service = await startService({
    archives: (config) => (workspaces) => archiveProcesses(config, workspaces, fromSource),
  });
  await service.request("POST", "/v1/experts", { body: { name: "Manual", slug: "manual" } });
  const body = { title: "Pump", text: "The pump weighs fourteen kilograms." };
  await service.request("POST", "/v1/experts/manual/sources?wait=60", { body });
});
afterAll(() => service.close());

test("an export is a file, and its import a copy that answers", async () => {
  const exported = await service.docent.app.handle(
    new Request("http://localhost/v1/experts/manual/export", { headers: { authorization: `Bearer ${service.owner}` } }),
  );
  expect(exported.status).toBe(200);
  expect(exported.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''manual.tar");
  const bytes = new Uint8Array(await exported.arrayBuffer());
  const imported = await service.request("POST", "/v1/experts/import", { body: bytes });
  expect(imported.status).toBe(201);
  const copy = imported.as(ExpertObject);
  expect([copy.name, copy.slug, copy.source_counts.ready]).toEqual(["Manual", "manual-2", 1]);
  const question = { question: "How much does the pump weigh?" };
  const { text } = await service.request("POST", `/v1/experts/${copy.slug}/query`, { body: question });
  expect((JSON.parse(text) as { answer: string }).answer).toContain("fourteen kilograms");
});

test("a file that is no export is refused with the reason, and nothing is added", async () => {
  const reply = await service.request("POST", "/v1/experts/import", { body: new TextEncoder().encode("nothing") });
  expect([reply.status, (reply.json as { error: { code: string } }).error.code]).toEqual([400, "invalid_parameter"]);
  expect((reply.json as { error: { message: string } }).error.message).toBe(
    "It is damaged: it ends in the middle; perhaps it was not copied whole.",
  );
  const { total_count } = (await service.request("GET", "/v1/experts")).json as { total_count: number };
  expect(total_count).toBe(2);
});
