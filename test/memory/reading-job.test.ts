/** The readings that are made in the background, over a real database. */

import { afterEach, expect, test } from "bun:test";
import { immediately } from "../../src/kernel/awaitable.ts";
import { silentLog } from "../../src/kernel/log.ts";
import type { PassageOutline } from "../../src/language/structure/outline.ts";
import { outlineBytes } from "../../src/language/structure/outline-bytes.ts";
import { readingStamp, readingsFingerprint } from "../../src/language/structure/reading-bytes.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";
import { readingJob } from "../../src/memory/reading-job.ts";
import type { ReadingRows, UnoutlinedVersion } from "../../src/memory/reading-ports.ts";
import { createRunner } from "../../src/runner/runner.ts";
import { passageRows } from "../../src/store/passages/passage-rows.ts";
import { readingStore } from "../../src/store/passages/reading-store.ts";
import { answerRows } from "../../src/store/sqlite/rows/answer-rows.ts";
import { readingIn, storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { extractionOf } from "../support/fakes/scripted-extractor.ts";
import { openPipelineWorld } from "../support/worlds/pipeline-world.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

const analyzers = createAnalyzers();

/** A source of twenty passages, which is more than one transaction takes. */
async function world() {
  const opened = openPipelineWorld();
  open.push(opened);
  const { add, settled, pipeline } = opened.start({ extract: async (text) => extractionOf(text) });
  pipeline.start();
  const { database, expert } = opened;
  const lines = Array.from({ length: 20 }, (_, i) => `Wash pump ${i} every month with water.`);
  await settled(await add(lines.join("\n")));
  const rows = immediately(readingStore(storeInSqlite(database)));
  const failures: string[] = [];
  const outlinedVersions: number[] = [];
  const start = (over: ReadingRows, pause: (milliseconds: number) => Promise<void> = async () => undefined) => {
    const outline = async ({ no, passages }: UnoutlinedVersion) => {
      outlinedVersions.push(no);
      return { outlines: passages.map(() => outlineBytes(blockOf(6))) };
    };
    const runner = createRunner({ log: { ...silentLog, error: (event) => failures.push(event) }, pause });
    const { wake } = runner.add(readingJob({ rows: over, analyzers, outline, replaced: () => undefined }));
    open.push({ close: () => runner.stop() });
    runner.start();
    return { wake, stop: runner.stop };
  };
  const made = () => rows.experts().find(({ id }) => id === expert.id)?.readings;
  const untilMadeBy = async (maker: string) => {
    for (let turns = 0; made() !== maker; turns++) {
      if (turns > 10_000) throw new Error("the lane does not come to an end");
      await new Promise<void>((go) => setImmediate(go));
    }
  };
  const lacking = (language: string) => {
    const stamp = readingStamp(analyzers(language));
    const lackingIn = (version: number) =>
      rows.languages(version).flatMap((found) => rows.lacking(version, 0, { language: found, stamp, limit: 100 }));
    return rows.versions(expert.id).flatMap(lackingIn).length;
  };
  const outlines = async () => {
    const numbers = (await Array.fromAsync(passageRows(readingIn(database.orm)).allPassages(expert.id)))
      .flat()
      .map(({ no }) => no);
    return [...answerRows(database).passages(expert.id, numbers).values()].map(({ outline }) => outline);
  };
  const outlineAll = async () => {
    const passages = (await Array.fromAsync(passageRows(readingIn(database.orm)).allPassages(expert.id))).flat();
    rows.keep(passages.map(({ no }) => ({ no, outline: outlineBytes(blockOf(6)) })));
  };
  return {
    database,
    expert,
    rows,
    failures,
    start,
    made,
    untilMadeBy,
    lacking,
    outlines,
    outlinedVersions,
    outlineAll,
  };
}

const makerOf = (language: string) => `${readingsFingerprint(analyzers(language))}/languages`;

/** An outline of one paragraph. */
const blockOf = (end: number): PassageOutline => ({
  blocks: [{ kind: "paragraph", start: 0, end, level: 0 }],
  lead: null,
});

test("every passage without an outline gets one, once for its version", async () => {
  const { rows, expert, start, untilMadeBy, outlines, outlinedVersions } = await world();
  expect(await outlines()).toEqual(Array.from({ length: 20 }, () => []));
  start(rows);
  await untilMadeBy(makerOf("en"));
  expect(await outlines()).toEqual(Array.from({ length: 20 }, () => blockOf(6).blocks));
  expect(outlinedVersions).toEqual([...rows.versions(expert.id)]);
  rows.settle(expert.id, "another maker");
  start(rows);
  await untilMadeBy(makerOf("en"));
  expect(outlinedVersions).toHaveLength(1);
});

test("every passage without a reading gets one, and the expert records it", async () => {
  const { rows, start, untilMadeBy, lacking } = await world();
  expect(lacking("en")).toBe(20);
  start(rows);
  await untilMadeBy(makerOf("en"));
  expect(lacking("en")).toBe(0);
});

test("readings are made again if the expert's language changes", async () => {
  const { rows, expert, start, untilMadeBy, lacking } = await world();
  let language = "en";
  const inLanguage = { ...rows, experts: () => rows.experts().map((one) => ({ ...one, language })) };
  const lane = start(inLanguage);
  await untilMadeBy(makerOf("en"));
  language = "de";
  lane.wake();
  await untilMadeBy(makerOf("de"));
  expect(lacking("de")).toBe(0);
  expect(rows.experts().map(({ id }) => id)).toContain(expert.id);
});

test("a failure is logged and tried again", async () => {
  const { rows, failures, start, untilMadeBy, lacking, outlineAll } = await world();
  await outlineAll();
  let isFull = true;
  const pauses: number[] = [];
  const sometimes: ReadingRows = {
    ...rows,
    keep: (readings) => {
      if (isFull) throw new Error("the disk is full");
      rows.keep(readings);
    },
  };
  start(sometimes, async (milliseconds) => {
    pauses.push(milliseconds);
    isFull = false;
  });
  await untilMadeBy(makerOf("en"));
  expect(failures).toEqual(["readings.failed"]);
  expect(pauses[0]).toBe(60_000);
  expect(lacking("en")).toBe(0);
});

test("a stopped service leaves the rest for the next start", async () => {
  const { rows, failures, start, made, untilMadeBy, lacking, outlineAll } = await world();
  await outlineAll();
  const paused = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = start(rows, async () => {
    paused.resolve();
    await goOn.promise;
  });
  await paused.promise;
  const stopped = first.stop();
  goOn.resolve();
  await stopped;
  expect(made()).toBeNull();
  expect(lacking("en")).toBe(12);
  expect(failures).toEqual([]);
  start(rows);
  await untilMadeBy(makerOf("en"));
  expect(lacking("en")).toBe(0);
});
