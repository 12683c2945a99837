/**
 * Kills the executable at random instants while it reads a scan, at the moment when a page is kept, and when all are
 * kept. Sees that each restart goes on with the next page, and that the result is that of an undisturbed run.
 *
 *   bun test/torture/scans-kill.ts [kills = 10] [pages = 12] [seed = 1]
 */
import { Database } from "bun:sqlite";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { startChromium } from "../console/chromium.ts";
import { openBench, type RunningBinary } from "../support/binary.ts";
import { filesIn } from "../support/data-tree.ts";
import { englishScanPack } from "../support/models/scan-packs.ts";

const [kills = 10, pages = 12, seed = 1] = process.argv.slice(2).map(Number);
const [key, sources] = ["torture-torture-torture", "/v1/experts/shelf/sources"];

/** No two pages begin or end alike, or those lines would be taken for what stands on every page. */
const words = "anchor barrel candle dagger engine feather garden hammer island jacket kettle ladder".split(" ");
const linesOf = (page: number) =>
  Array.from({ length: 8 }, (_, i) => {
    const [first, second] = [words[(page * 5 + i) % 12], words[(page * 7 + i * 3) % 12]];
    return `The ${first} was sold for ${page * 100 + i} crowns, and the ${second} went to the ${words[(page + i) % 12]}.`;
  });

/** A page is a picture of 150 dpi. */
async function scan(): Promise<Uint8Array<ArrayBuffer>> {
  const [browser, file] = [await startChromium(), await PDFDocument.create()];
  try {
    const page = await browser.newPage({ viewport: { width: 794, height: 1123 }, deviceScaleFactor: 150 / 96 });
    for (let number = 1; number <= pages; number++) {
      const body = linesOf(number).map((line) => `<p>${line}`);
      await page.setContent(`<body style="margin: 80px; font: 18px Liberation Serif">${body.join("")}`);
      const image = await file.embedPng(await page.screenshot());
      file.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
    }
    return new Uint8Array(await file.save());
  } finally {
    await browser.close();
  }
}

const bench = openBench();
const start = (dataDir: string) =>
  bench.start({ dataDir, env: { DOCENT_API_KEY: key, DOCENT_LOG: "json", DOCENT_LOG_LEVEL: "debug" } });

/** Until the scan is acknowledged. */
async function begin(dataDir: string, body: Uint8Array<ArrayBuffer>): Promise<RunningBinary> {
  const pack = join(bench.folder(), "scans.pack");
  writeFileSync(pack, englishScanPack());
  const added = await bench.run(["model", "add", pack, "--data-dir", dataDir]);
  if (added.exitCode !== 0) throw new Error(added.err);
  const binary = await start(dataDir);
  await binary.request("POST", "/v1/experts", { name: "Shelf" });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/pdf" };
  const reply = await fetch(`${binary.address}${sources}?external_id=scan`, { method: "POST", headers, body });
  if (reply.status !== 202) throw new Error(await reply.text());
  return binary;
}

const keptPages = (dataDir: string): readonly number[] => {
  const sqlite = new Database(join(dataDir, "docent.db"), { readonly: true });
  try {
    return sqlite
      .query<{ page: number }, []>("SELECT page FROM recognised_pages")
      .all()
      .map(({ page }) => page);
  } finally {
    sqlite.close();
  }
};

const isReading = (line: string) => line.includes('"ingest.page"');
/** The pages that its log says were begun. */
async function begun(binary: RunningBinary): Promise<readonly number[]> {
  const lines = (await binary.log()).split("\n").filter(isReading);
  return lines.map((line) => (JSON.parse(line) as { readonly page: number }).page);
}

async function outcome(binary: RunningBinary): Promise<unknown> {
  const path = async (rest: string) => binary.request("GET", `${sources}${rest}`);
  const all = (await path("?limit=100")).pageOf(SourceObject).data;
  const [{ id } = { id: "" }] = all;
  for (let looks = 0; looks < 20; looks++) {
    const { status } = (await path(`/${id}?wait=60`)).as(SourceObject);
    if (status === "ready" || status === "failed") break;
  }
  const { status, error, version, page_count, warnings, sha256 } = (await path(`/${id}`)).as(SourceObject);
  const [content, passages] = [await path(`/${id}/content`), await path(`/${id}/passages`)];
  const texts = (passages.json as { readonly data: readonly object[] }).data.map((one) => ({
    ...one,
    id: 0,
    source_id: 0,
  }));
  const facts = { sources: all.length, status, error, version, page_count, warnings, sha256 };
  return { ...facts, content: content.text, passages: texts };
}

/** Paths without what differs from folder to folder. */
const treeOf = (dataDir: string) =>
  Object.keys(filesIn(dataDir))
    .map((path) => path.replaceAll(/[0-9a-z]{20,}/g, "ID"))
    .toSorted();

interface Finished {
  readonly outcome: unknown;
  readonly begun: readonly number[];
  readonly files: readonly string[];
  readonly doctor: string;
}

/** Waits for the scan, stops the executable, and examines its folder. */
async function finish(binary: RunningBinary, dataDir: string): Promise<Finished> {
  const found = await outcome(binary);
  const code = await binary.terminate();
  const { exitCode, out, err } = await bench.run(["doctor", "--data-dir", dataDir]);
  const doctor = code === 0 && exitCode === 0 ? "" : `stopped with ${code}, doctor ${exitCode}: ${out}${err}`;
  return { outcome: found, begun: await begun(binary), files: treeOf(dataDir), doctor };
}

let state = seed;
/** 0 to 1, the same in every run of a seed (a linear congruence, Numerical Recipes). */
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

/** Kills come in turns: soon after a start, within a page, and within 20 ms of its being kept; the last when all are. */
async function momentOf(kill: number, dataDir: string): Promise<void> {
  const isLast = kill === kills;
  const kept = keptPages(dataDir).length;
  const wanted = isLast ? pages : Math.min(pages, kill % 3 === 1 ? kept : kept + 1);
  for (let looks = 0; looks < 60_000 && keptPages(dataDir).length < wanted; looks++) await Bun.sleep(2);
  const isWriting = isLast || kill % 3 === 0;
  await Bun.sleep(random() * (isWriting ? 20 : pageMilliseconds));
}

const body = await scan();
const quiet = bench.folder();
const began = performance.now();
const reference = await finish(await begin(quiet, body), quiet);
const pageMilliseconds = (performance.now() - began) / pages;
console.log(`undisturbed: ${pages} pages, ${Math.round(pageMilliseconds)} ms each`);
const text = JSON.stringify(reference.outcome);
const known = Array.from({ length: pages }, (_, i) => linesOf(i + 1)).flat();
console.log(`${known.filter((line) => text.includes(line)).length} of ${known.length} lines were read to the letter`);

const damage: string[] = reference.doctor === "" ? [] : [`undisturbed: ${reference.doctor}`];
const dataDir = bench.folder();
let binary = await begin(dataDir, body);
let kept: readonly number[] = [];
let readings = 0;
const notice = (read: readonly number[]) => {
  readings += read.length;
  damage.push(...read.filter((page) => kept.includes(page)).map((page) => `page ${page} was read again`));
};
for (let kill = 1; kill <= kills; kill++) {
  await momentOf(kill, dataDir);
  await binary.kill();
  notice(await begun(binary));
  const now = keptPages(dataDir);
  damage.push(...kept.filter((page) => !now.includes(page)).map((page) => `page ${page} was lost`));
  console.log(`kill ${kill}: ${kept.length} pages kept before, ${now.length} after`);
  kept = now;
  binary = await start(dataDir);
}
const last = await finish(binary, dataDir);
notice(last.begun);
if (last.doctor !== "") damage.push(last.doctor);
if (!Bun.deepEquals(last.outcome, reference.outcome)) damage.push(`another result: ${JSON.stringify(last.outcome)}`);
if (!Bun.deepEquals(last.files, reference.files)) damage.push(`other files: ${last.files} for ${reference.files}`);
for (const line of damage) console.log(`  ${line}`);
console.log(`${kills} kills, ${readings} readings of ${pages} pages, ${damage.length} faults`);
await bench.clean();
process.exit(damage.length > 0 ? 1 : 0);
