/** A service whose clock jumps by days, back and forth: nothing is lost, nothing waits for the clock to come back. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import { startService, type TestService } from "../support/service.ts";

const day = 86_400_000;
let service: TestService;
beforeEach(async () => {
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
});
afterEach(() => service.close());

const sources = "/v1/experts/pumps/sources";
const add = async (n: number, headers: Record<string, string> = {}) => {
  const body = { text: `Pump ${n} stands in hall ${n}.` };
  const reply = await service.request("POST", `${sources}?wait=60`, { body, headers });
  expect(reply.status).toBe(201);
  return reply;
};
const month = async (name: string) =>
  (await service.request("GET", `/v1/usage?month=${name}`)).as(UsageObject).requests.ingest;

test("sources become ready and are listed in the order in which they were made", async () => {
  const made: string[] = [];
  for (const [n, jump] of [0, 3 * day, -5 * day, -1, 40 * day, -40 * day].entries()) {
    service.clock.advance(jump);
    made.push((await add(n)).as(SourceObject).id);
  }
  const listed = (await service.request("GET", `${sources}?order=asc`)).pageOf(SourceObject).data.map(({ id }) => id);
  expect(listed).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test("usage is counted in the month of the clock, and none is lost", async () => {
  const jumps = [0, 20 * day, -20 * day, -30 * day, 30 * day];
  for (const [n, jump] of jumps.entries()) {
    service.clock.advance(jump);
    await add(n);
  }
  expect([await month("2026-10"), await month("2026-11"), await month("2026-12")]).toEqual([1, 3, 1]);
});

test("a repetition under an Idempotency-Key is recognised however far back the clock is set", async () => {
  const headers = { "idempotency-key": "once" };
  const { id } = (await add(1, headers)).as(SourceObject);
  for (const jump of [-5 * day, day, 4 * day + 23 * 3_600_000]) {
    service.clock.advance(jump);
    const again = await add(1, headers);
    expect([again.as(SourceObject).id, again.headers.get("idempotent-replayed")]).toEqual([id, "true"]);
  }
});

test("a key expires by the clock, and its last use follows the clock back", async () => {
  const secret = await service.key({ expiresAt: service.clock.now() + day });
  const status = async () => (await service.request("GET", "/v1/experts", { key: secret })).status;
  const lastUse = async () => (await service.docent.keys.find(secret))?.lastUsedAt;
  expect(await status()).toBe(200);
  service.clock.advance(2 * day);
  expect(await status()).toBe(401);
  service.clock.advance(-10 * day);
  expect(await status()).toBe(200);
  expect(await lastUse()).toBe(service.clock.now());
});

test("a change never makes an object older", async () => {
  service.clock.advance(-10 * day);
  const patched = await service.request("PATCH", "/v1/experts/pumps", { body: { description: "Large ones" } });
  const { created_at, updated_at } = patched.as(ExpertObject);
  expect(Date.parse(updated_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
});
