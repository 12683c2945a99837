/**
 * How well, and how fast, pages are read from their pictures: `bun bench/scans-bench.ts PACK`. The pages are drawn with
 * Chromium; `--kind` names some of them, `speed` (of `--threads N` at once), `doubtful` (is a page unclear, or blank?) or
 * `none`. `--files FOLDER` and `--desk FOLDER` also ask questions of files and of their scanned copies, for which Poppler
 * is needed: of the public documents of bench/questions, and of a desk, a folder with `questions.jsonl` and
 * `docs/EXPERT/FILE`. Files of more than `--most-pages` are left out, with the questions that want them; `--cut` cuts them
 * to so many, so that only the prints compare. Copies and memories are kept in `--work FOLDER`; a second run goes on with
 * them.
 */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { threadedRecogniser } from "../src/worker/reading/threaded-recogniser.ts";
import { workerEntries } from "../src/worker-entries.ts";
import { type AskedQuestion, answered, type ReadFile, readQuestions } from "./scans/asked-copies.ts";
import { tellDoubtfulPages } from "./scans/doubtful-pages.ts";
import { knownPages } from "./scans/known-pages.ts";
import { type MeasuredPage, measurePage } from "./scans/measured-pages.ts";
import { openPaper } from "./scans/paper.ts";
import { type Copy, scannedCopy } from "./scans/scanned-copies.ts";

const text = { type: "string" } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ kind: text, files: text, desk: text, work: text },
    "most-pages": { ...text, default: "60" },
    threads: { ...text, default: "1" },
    cut: { type: "boolean", default: false },
  },
});
const [pack] = positionals;
if (pack === undefined) throw new Error("Name the pack.");
const { kind = "all" } = values;
const work = values.work ?? mkdtempSync(join(tmpdir(), "docent-scans-"));

const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

/** The first page of a thread also compiles the library. */
const pagesForSpeed = 5;

async function measureSpeed(): Promise<void> {
  const [known] = knownPages();
  const paper = await openPaper();
  const drawn = await paper.draw(known!.html, known!);
  await paper.close();
  Bun.gc(true);
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const recogniser = threadedRecogniser({ entry: workerEntries.recognition(), pack: pack!, name: "bench" });
  const threads = Number(values.threads);
  const readAll = () => Promise.all(Array.from({ length: threads }, () => measurePage(recogniser, known!, drawn)));
  const started = process.cpuUsage();
  await readAll();
  const before = process.cpuUsage();
  for (let i = 0; i < pagesForSpeed; i++) await readAll();
  clearInterval(sampling);
  const ofCore = (from: NodeJS.CpuUsage, to: NodeJS.CpuUsage, pages: number) =>
    (to.user + to.system - from.user - from.system) / 1e6 / pages;
  const [first, mean] = [ofCore(started, before, threads), ofCore(before, process.cpuUsage(), pagesForSpeed * threads)];
  console.log(
    `A page of A4, 300 dpi, 362 words: ${mean.toFixed(1)} s of a core, ${(1 / mean).toFixed(2)} pages a second a thread; the first of a thread ${first.toFixed(1)} s.`,
  );
  console.log(`Memory, ${threads} at once: ${Math.round((peak - idle) / 1e6)} MB above idle at most.\n`);
}

async function readKnownPages(): Promise<void> {
  const recogniser = threadedRecogniser({ entry: workerEntries.recognition(), pack: pack!, name: "bench" });
  const paper = await openPaper();
  const measured: MeasuredPage[] = [];
  for (const known of knownPages().filter((one) => kind === "all" || one.kind.includes(kind))) {
    const page = await measurePage(recogniser, known, await paper.draw(known.html, known));
    measured.push(page);
    console.error(known.kind, known.language, percent(page.errors / page.characters), `${page.seconds.toFixed(1)} s`);
  }
  await paper.close();
  console.log("| pages | characters wrong | worst page | lines read to the letter | overlap ≥ .8 | seconds a page |");
  console.log("|---|---|---|---|---|---|");
  for (const [kind, some] of Map.groupBy(measured, (one) => one.kind)) console.log(rowOf(kind, some));
}

function rowOf(kind: string, some: readonly MeasuredPage[]): string {
  const sum = (of: (one: MeasuredPage) => number) => some.reduce((total, one) => total + of(one), 0);
  const overlaps = some.flatMap((one) => one.overlaps);
  const cells = [
    `${kind} (${some.length})`,
    percent(sum((one) => one.errors) / sum((one) => one.characters)),
    percent(Math.max(...some.map((one) => one.errors / one.characters))),
    percent(overlaps.length / sum((one) => one.lines)),
    percent(overlaps.filter((one) => one >= 0.8).length / overlaps.length),
    (sum((one) => one.seconds) / some.length).toFixed(1),
  ];
  return `| ${cells.join(" | ")} |`;
}

interface Collection {
  readonly name: string;
  /** The files of each expert. */
  readonly experts: ReadonlyMap<string, readonly ReadFile[]>;
  readonly questions: readonly AskedQuestion[];
}

const filesIn = (folder: string) => readdirSync(folder).map((name) => ({ name, path: join(folder, name) }));

function publicFiles(folder: string): Collection {
  const questions = readQuestions(import.meta.dir, "questions/plain-files.jsonl");
  return { name: "files", experts: new Map([["files", filesIn(folder)]]), questions };
}

function deskFiles(folder: string): Collection {
  const experts = readdirSync(join(folder, "docs")).map((name) => [name, filesIn(join(folder, "docs", name))] as const);
  return { name: "desk", experts: new Map(experts), questions: readQuestions(folder, "questions.jsonl") };
}

async function copiesOf(experts: Collection["experts"]): Promise<Copy[]> {
  const paper = await openPaper();
  const copies: Copy[] = [];
  const limit = { pages: Number(values["most-pages"]), cuts: values.cut };
  for (const [expert, files] of experts) {
    for (const { path } of files) copies.push(await scannedCopy(paper, path, join(work, "copies", expert), limit));
  }
  await paper.close();
  return copies;
}

async function askCopies({ name, experts, questions: all }: Collection): Promise<void> {
  const copies = await copiesOf(experts);
  const left = copies.flatMap(({ name: file, pages, path }) => (path === null ? [`${file} (${pages})`] : []));
  const made = new Map(
    copies.flatMap(({ name: file, printed, path }) =>
      path === null ? [] : [[file, { printed, scanned: path }] as const],
    ),
  );
  const pages = copies.reduce((sum, one) => sum + (one.path === null ? 0 : one.pages), 0);
  console.log(`\n${name}: ${made.size} files, ${pages} pages. Left out: ${left.join(", ")}`);
  const questions = all.filter(({ wants = [] }) => wants.every(({ document }) => made.has(document)));
  const ask = (side: "as made" | "printed" | "scanned") => {
    const files = [...experts].map(([expert, some]) => {
      const kept = some.flatMap((file) => made.get(file.name) ?? []);
      const read = some.filter((file) => made.has(file.name));
      return [expert, side === "as made" ? read : read.map((file, i) => ({ ...file, path: kept[i]![side] }))] as const;
    });
    return answered({ dataDir: join(work, `${name}-${side}`), pack: pack! }, new Map(files), questions);
  };
  const sides = [await ask("as made"), await ask("printed"), await ask("scanned")] as const;
  for (const answerable of [true, false]) {
    const asked = questions.filter((one) => one.answerable === answerable);
    const [asMade, printed, scanned] = sides.map((side) => asked.filter(({ id }) => side.get(id)).length);
    const what = answerable ? "answered rightly" : "rightly not answered";
    console.log(`${what}, of ${asked.length}: ${asMade} as made, ${printed} printed, ${scanned} scanned`);
    for (const { id, question } of asked) {
      const [made, read] = [sides[0].get(id), sides[2].get(id)];
      if (made !== read) console.log(`  ${made ? "lost" : "won"} by the scan: ${id} ${question}`);
    }
  }
}

if (kind === "all" || kind === "speed") await measureSpeed();
if (kind === "all" || kind === "doubtful") {
  const recogniser = threadedRecogniser({ entry: workerEntries.recognition(), pack, name: "bench" });
  const paper = await openPaper();
  await tellDoubtfulPages(recogniser, paper);
  await paper.close();
}
if (!["none", "speed", "doubtful"].includes(kind)) await readKnownPages();
if (values.files !== undefined) await askCopies(publicFiles(values.files));
if (values.desk !== undefined) await askCopies(deskFiles(values.desk));
process.exit();
