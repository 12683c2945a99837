/**
 * Does the job of the readings over a database and a folder of originals, until it is done. The third argument names a call of
 * `replace`, from 1, and the fourth a passage of it: the process kills itself when that passage is being written.
 */
import { join } from "node:path";
import { immediately } from "../../../src/kernel/awaitable.ts";
import { silentLog as log } from "../../../src/kernel/log.ts";
import { createAnalyzers } from "../../../src/language/words/analyzer.ts";
import { readingJob } from "../../../src/memory/reading-job.ts";
import type { NewPassage, ReadingRows } from "../../../src/memory/reading-ports.ts";
import { createRunner } from "../../../src/runner/runner.ts";
import { outliner } from "../../../src/sources/outline/outliner.ts";
import { readingStore } from "../../../src/store/passages/reading-store.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { storeInSqlite } from "../../../src/store/sqlite/store-dialect.ts";
import { threadedExtractor } from "../../../src/worker/reading/threaded-extractor.ts";

const [path = "", originals = "", call = "0", passage = "0"] = process.argv.slice(2);
const database = openDatabase(path);
const rows = immediately(readingStore(storeInSqlite(database)));
const entry = new URL("../../../src/worker/ingest-worker.ts", import.meta.url);
const extractor = threadedExtractor({ entry, maxGrowth: 1e9 });
const names = new Map(
  rows.experts().flatMap(({ id }) => rows.versions(id).map((no) => [no, rows.unoutlined(no, 0)?.filename] as const)),
);
const files = { read: (no: number) => Bun.file(join(originals, names.get(no) ?? "")).bytes() };

/** Its text kills the process. */
const deadly = (one: NewPassage): NewPassage => ({
  ...one,
  get text(): string {
    process.kill(process.pid, "SIGKILL");
    return one.text;
  },
});

let calls = 0;
const watched: ReadingRows = {
  ...rows,
  replace: (expert, version, passages) => {
    calls += 1;
    const isLast = calls === Number(call);
    rows.replace(
      expert,
      version,
      isLast ? passages.map((one, i) => (i === Number(passage) ? deadly(one) : one)) : passages,
    );
  },
};
const runner = createRunner({ log });
const outline = outliner({ extractor, files, recognised: { of: () => [] } });
const lane = runner.add(
  readingJob({ rows: watched, analyzers: createAnalyzers(), outline, replaced: () => undefined }),
);
runner.start();
await lane.look();
await runner.stop();
extractor.close();
database.close();
process.stdout.write("done\n");
