/** Kept questions and checks go where their expert goes. */
import { expect, test } from "bun:test";
import { CheckList, CheckObject, GapList } from "../../../src/api/question-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";
import { useExportedExpert } from "../../support/worlds/exported-expert.ts";

const { world, inDatabase, exported, imported } = useExportedExpert();

const gapsOf = async (service: TestService, expert: string) =>
  (await service.request("GET", `/v1/experts/${expert}/gaps`)).as(GapList);
const checksOf = async (service: TestService, expert: string) =>
  (await service.request("GET", `/v1/experts/${expert}/checks`)).as(CheckList).data;

async function prepare(): Promise<string> {
  const { service } = world;
  await service.request("PATCH", "/v1/experts/pumps", { body: { settings: { keep_questions: true } } });
  await service.request("POST", "/v1/experts/pumps/query", { body: { question: "Who won the chess championship?" } });
  const body = { question: "How often is the oil changed?", contains: ["two years"] };
  const made = await service.request("POST", "/v1/experts/pumps/checks", { body });
  await service.request("POST", "/v1/experts/pumps/check-runs");
  return made.as(CheckObject).id;
}

test("an export has them, but not what checks came to, and they work where they are imported", async () => {
  const id = await prepare();
  const elsewhere = await startService();
  await imported(elsewhere, exported(world.service).file);
  expect(await gapsOf(elsewhere, "pumps")).toMatchObject({ questions: 1, keep_questions: true });
  expect(await checksOf(elsewhere, "pumps")).toMatchObject([{ id, contains: ["two years"], last_run: null }]);
  const report = await elsewhere.request("POST", "/v1/experts/pumps/check-runs");
  expect(report.json).toMatchObject({ passed: 1, failed: 0 });
  await elsewhere.close();
});

test("a copy beside the original has checks of its own", async () => {
  const id = await prepare();
  await imported(world.service, exported(world.service).file);
  const [copy] = await checksOf(world.service, "pumps-2");
  expect(copy?.id).not.toBe(id);
  await world.service.request("DELETE", `/v1/experts/pumps-2/checks/${copy!.id}`);
  expect(await checksOf(world.service, "pumps")).toMatchObject([{ id }]);
});

test.each([
  `UPDATE checks SET expected = '{"contains": "x", "cites": [], "refused": false}'`,
  `UPDATE checks SET expected = '[]'`,
  `UPDATE checks SET id = 'check_1'`,
  "UPDATE asked_questions SET confidence = 2",
])("%s is refused by an import", async (change) => {
  await prepare();
  inDatabase(world.service.dataDir, (sqlite) => void sqlite.run(change));
  const elsewhere = await startService({ ingesting: false });
  await expect(imported(elsewhere, exported(world.service).file)).rejects.toThrow("that are none");
  expect((await elsewhere.request("GET", "/v1/experts")).json).toMatchObject({ total_count: 0 });
  await elsewhere.close();
});

test("they are deleted with their expert", async () => {
  await prepare();
  await world.service.request("DELETE", "/v1/experts/pumps");
  const { asked_questions, checks } = world.service.contents();
  expect([asked_questions, checks]).toEqual([[], []]);
});
