/** Documents that wait in one PostgreSQL, taken by several nodes. */

import { afterEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { ExpertId, KeyId, WorkspaceId } from "../../src/kernel/ids.ts";
import type { Completed, IngestJob, IngestQueue } from "../../src/sources/ports/queue-ports.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { readerInPostgres } from "../../src/store/postgres/rows/answer-rows.ts";
import { queueInPostgres } from "../../src/store/postgres/rows/ingest-queue-rows.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { openPostgresPassages } from "../support/worlds/postgres-passages.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function world() {
  const opened = await openPostgresPassages();
  toClose.push(opened.close);
  const { database, expert } = opened;
  let leases = 0;
  const queue = () => queueInPostgres(database, () => `lease ${++leases}`);
  let made = 0;
  return {
    ...opened,
    queue,
    rows: passageRows(storeInPostgres(database, ""), null),
    reader: readerInPostgres(database, null),
    /** Queues a document. */
    wait: (into: ExpertId = expert) =>
      database.transact(async (orm) => {
        const id = `src_waiting_${++made}`;
        await orm.execute(sql`
          WITH source AS (
            INSERT INTO sources (id, expert_id, metadata, created_at, updated_at) VALUES (${id}, ${into}, '{}', 0, 0)
            RETURNING no)
          INSERT INTO source_versions
            (source_no, expert_id, version, type, title, bytes, sha256, status, key_id, created_at, updated_at)
          SELECT no, ${into}, 1, 'text', 'Note', 1, 'hash', 'queued', 'key_test', 0, 0 FROM source`);
      }),
    addExpert: (id: ExpertId) =>
      database.transact(async (orm) => {
        await orm.execute(sql`
          INSERT INTO experts (id, workspace_id, name, slug, description, instructions, language, settings, metadata, created_at, updated_at)
          VALUES (${id}, 'ws_home', 'Other', ${id}, '', '', 'en', '{}', '{}', 0, 0)`);
      }),
    endLeases: () =>
      database.transact(async (orm) => void (await orm.execute(sql`UPDATE version_leases SET until = 0`))),
  };
}

const turn = (most: number) => ({ after: null, most });
const usage = (job: Pick<IngestJob, "expertId">) => ({
  workspaceId: "ws_home" as WorkspaceId,
  expertId: job.expertId,
  keyId: "key_test" as KeyId,
  at: 7,
  add: { chunks: 1 },
});
const result = (...texts: readonly string[]): Completed => ({
  title: null,
  mimeType: "text/plain",
  content: texts.join("\n"),
  pageCount: null,
  warnings: [],
  language: "und",
  chunkCount: texts.length,
  lastChunks: texts.map((text) => ({ start: 0, end: text.length, section: "", page: null, text })),
  vectorSet: null,
});
const limit = {
  maxAttempts: 2,
  failure: { code: "internal_error", message: "It ended.", retryable: true } as const,
  at: 9,
};
const numbersOf = (jobs: readonly IngestJob[]) => jobs.map(({ versionNo }) => versionNo).toSorted((a, b) => a - b);

test("each document is given to one node", async () => {
  const { queue, wait } = await world();
  for (let i = 0; i < 12; i++) await wait();
  const taken = await Promise.all([queue(), queue(), queue()].map(async (one) => one.claim("read", 1, turn(4))));
  expect(new Set(numbersOf(taken.flat())).size).toBe(taken.flat().length);
  const rest = await queue().claim("read", 1, turn(12));
  expect(numbersOf([...taken.flat(), ...rest])).toHaveLength(12);
  expect(await queue().waiting()).toBe(0);
});

test("experts take turns", async () => {
  const { queue, wait, expert, addExpert } = await world();
  const other = "exp_zother" as ExpertId;
  await addExpert(other);
  for (const into of [expert, expert, other]) await wait(into);
  const jobs = await queue().claim("read", 1, turn(3));
  expect(jobs.map(({ expertId }) => expertId)).toEqual([expert, other, expert]);
});

test("a completed document is found by every node, at the next revision", async () => {
  const { queue, wait, expert, rows, reader } = await world();
  await wait();
  const mine = queue();
  const [job] = await mine.claim("read", 1);
  expect(await mine.addChunks(job!, result("one").lastChunks)).toBe(true);
  expect(
    await mine.complete(job!, { ...result("one", "t\0wo"), lastChunks: result("t\0wo").lastChunks }, usage(job!)),
  ).toBe(true);
  const { revision } = await reader.standing({ id: expert });
  expect(await rows.changesSince(expert, 0)).toEqual([
    { revision, addedGroups: [job!.versionNo], removedGroups: [], sensed: [] },
  ]);
  const texts: string[] = [];
  for await (const batch of rows.allPassages(expert)) texts.push(...batch.map(({ text }) => text));
  expect(texts).toEqual(["one", "t\uFFFDwo"]);
});

test("a node that was paused past its lease changes nothing any more", async () => {
  const { queue, wait, expert, rows, endLeases } = await world();
  await wait();
  const [paused, other] = [queue(), queue()];
  const [before] = await paused.claim("read", 1);
  expect(await other.requeue(new Set(), limit)).toEqual([]);
  expect(await other.claim("read", 2)).toEqual([]);
  await endLeases();
  await other.requeue(new Set(), limit);
  const [after] = await other.claim("read", 2);
  expect([after?.versionNo, after?.attempts]).toEqual([before?.versionNo, 2]);
  const tries: readonly Promise<unknown>[] = [
    Promise.resolve(paused.addChunks(before!, result("late").lastChunks)),
    paused.complete(before!, result("late"), usage(before!)),
    Promise.resolve(paused.fail(before!, limit.failure, usage(before!))),
  ];
  expect(await Promise.all(tries)).toEqual([false, false, false]);
  await paused.release(before!, 3, true);
  expect(await other.complete(after!, result("in time"), usage(after!))).toBe(true);
  expect(await rows.changesSince(expert, 0)).toHaveLength(1);
});

test("what is held is not given away, and what failed too often fails for good", async () => {
  const { queue, wait, endLeases } = await world();
  await wait();
  const [mine, other]: readonly IngestQueue[] = [queue(), queue()];
  const [job] = await mine!.claim("read", 1);
  await endLeases();
  await mine!.hold([job!]);
  expect([await other!.requeue(new Set(), limit), await other!.claim("read", 2)]).toEqual([[], []]);
  await endLeases();
  expect(await mine!.requeue(new Set([job!.versionNo]), limit)).toEqual([]);
  await other!.requeue(new Set(), limit);
  await other!.claim("read", 2);
  await endLeases();
  expect(await other!.requeue(new Set(), limit)).toEqual([job!.versionNo]);
});
