import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { clockAt, startOfTime, startService } from "../support/service.ts";

const clock = clockAt(startOfTime);
const service = await startService({ clock });
afterAll(() => service.close());

const snapshots = () => readdirSync(join(service.dataDir, "memory")).filter((name) => name.endsWith(".memory"));

test("an index that nobody changes for a while is saved by the background runner", async () => {
  await service.request("POST", "/v1/experts", { body: { name: "Pumps", slug: "pumps" } });
  await service.request("POST", "/v1/experts/pumps/sources?wait=60", { body: { text: "Grease the pump each month." } });
  await service.request("POST", "/v1/experts/pumps/query", { body: { question: "When is the pump greased?" } });
  const { runner } = service.docent;
  clock.advance(14_000);
  await runner.look("snapshots");
  expect(snapshots()).toEqual([]);
  clock.advance(1000);
  await runner.look("snapshots");
  expect(snapshots()).toEqual([expect.stringMatching(/^exp_.*\.memory$/)]);
  expect(runner.report().find(({ kind }) => kind === "snapshots")).toMatchObject({ phase: "idle", failures: 0 });
});
