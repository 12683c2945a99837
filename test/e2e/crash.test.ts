/** A kill loses no acknowledged work and repeats no work. */

import { Database } from "bun:sqlite";
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import { openBench, type RunningBinary } from "../support/binary.ts";

setDefaultTimeout(240_000);
const bench = openBench();
afterAll(() => bench.clean());

const env = { DOCENT_API_KEY: "a-key-that-the-owner-chose" };
const count = 30;

/** Some pages of text, all different. */
function document(n: number): { title: string; text: string } {
  const paragraph = (i: number) =>
    `Part ${n}-${i} of the machine weighs ${n * 100 + i} grams. It is made in building ${i} and checked every ${n + 1} days by two people, who write down what they see.`;
  const section = (i: number) => `## Section ${i}\n\n${paragraph(i)}\n\n${paragraph(i + 50)}`;
  return {
    title: `Machine ${n}`,
    text: `# Machine ${n}\n\n${Array.from({ length: 12 }, (_, i) => section(i)).join("\n\n")}`,
  };
}

const path = "/v1/experts/machines/sources";
const contents = async (service: RunningBinary) =>
  (await service.request("GET", "/v1/experts/machines")).as(ExpertObject);

async function make(service: RunningBinary): Promise<void> {
  expect((await service.request("POST", "/v1/experts", { name: "Machines" })).status).toBe(201);
}

async function settle(service: RunningBinary): Promise<void> {
  for (;;) {
    const { queued, processing } = (await contents(service)).source_counts;
    if (queued + processing === 0) return;
  }
}

/** All added content without ids and times, and without the handbook. */
function learned(dataDir: string): unknown[] {
  const database = new Database(join(dataDir, "docent.db"), { readonly: true });
  const rows = database
    .query(`SELECT v.title, v.version, v.status, v.sha256, v.content, v.chunk_count, c.start, c.end, c.section, c.text
      FROM experts e JOIN sources s ON s.expert_id = e.id JOIN source_versions v ON v.source_no = s.no
      LEFT JOIN chunks c ON c.version_no = v.no WHERE e.slug = 'machines' ORDER BY v.title, c.start`)
    .all();
  database.close();
  return rows;
}

const question = "How much does part 7-3 of the machine weigh?";

async function answered(service: RunningBinary): Promise<string | null> {
  const reply = await service.request("POST", "/v1/experts/machines/query", { question });
  return reply.as(AnswerObject).answer;
}

test("kill -9 while thirty sources are being read, and start again", async () => {
  const calm = bench.folder();
  const undisturbed = await bench.start({ dataDir: calm, env });
  await make(undisturbed);
  for (let n = 0; n < count; n++) await undisturbed.request("POST", path, document(n));
  await settle(undisturbed);
  const answer = await answered(undisturbed);
  const used = (await undisturbed.request("GET", "/v1/usage")).as(UsageObject);
  expect(await undisturbed.terminate()).toBe(0);

  const { dataDir, acknowledged } = await killedWhileReading();

  const second = await bench.start({ dataDir, env });
  await settle(second);
  for (const id of acknowledged) {
    const source = (await second.request("GET", `${path}/${id}`)).as(SourceObject);
    expect([source.id, source.status, source.version]).toEqual([id, "ready", 1]);
  }
  expect((await contents(second)).source_counts).toEqual({ ...noSources, ready: count, total: count });
  expect(await answered(second)).toBe(answer);
  const { requests, ingest } = (await second.request("GET", "/v1/usage")).as(UsageObject);
  expect({ requests, ingest }).toEqual({ requests: used.requests, ingest: used.ingest });
  expect(await second.terminate()).toBe(0);
  expect(learned(dataDir)).toEqual(learned(calm));

  // The index is a cache: without it, the same answers.
  rmSync(join(dataDir, "memory"), { recursive: true });
  const third = await bench.start({ dataDir, env });
  expect(await answered(third)).toBe(answer);
  expect(await third.terminate()).toBe(0);
});

/** A kill after everything was read would prove nothing, so it is repeated in another folder. */
async function killedWhileReading(): Promise<{ readonly dataDir: string; readonly acknowledged: readonly string[] }> {
  for (;;) {
    const dataDir = bench.folder();
    const service = await bench.start({ dataDir, env });
    await make(service);
    const all = Array.from({ length: count }, (_, n) => service.request("POST", path, document(n)));
    const acknowledged = (await Promise.all(all)).map((reply) => reply.as(SourceObject).id);
    const { total, queued, processing } = (await contents(service)).source_counts;
    await service.kill();
    expect(total).toBe(count);
    if (queued + processing > 0) return { dataDir, acknowledged };
  }
}

const noSources = { queued: 0, processing: 0, ready: 0, failed: 0, canceled: 0, total: 0 };
