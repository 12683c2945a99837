/**
 * How well, and how fast, pages are read from their pictures: `bun bench/scans-bench.ts PACK FOLDER`. The folder has pictures and
 * `truth.json`, which says what stands on each: `[{ file, kind, language, parts: [text or {table: rows}], lines: [{ text, box:
 * [left, top, right, bottom] as shares of the page }] }]`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { quoteBoxes } from "../src/answering/citations.ts";
import { extract } from "../src/extraction/extract.ts";
import type { Document } from "../src/sources/document.ts";
import { PagesToRecognise, type RecognisedPage } from "../src/sources/ports/recognised-page.ts";
import { threadedRecogniser } from "../src/worker/reading/threaded-recogniser.ts";
import { workerEntries } from "../src/worker-entries.ts";

type Box = readonly [left: number, top: number, right: number, bottom: number];
interface Truth {
  readonly file: string;
  readonly kind: string;
  readonly language: string;
  readonly parts: readonly (string | { readonly table: readonly (readonly string[])[] })[];
  readonly lines: readonly { readonly text: string; readonly box: Box }[];
}
interface Measured {
  readonly kind: string;
  readonly errors: number;
  readonly characters: number;
  readonly seconds: number;
  readonly overlaps: readonly number[];
  readonly lines: number;
  readonly confidence: number;
}

const [pack, folder] = process.argv.slice(2);
if (pack === undefined || folder === undefined) throw new Error("Name the pack and the folder.");
const recogniser = threadedRecogniser({ entry: workerEntries.recognition(), pack, name: "bench" });
const never = new AbortController().signal;
const truths = JSON.parse(readFileSync(join(folder, "truth.json"), "utf8")) as readonly Truth[];
const measured: Measured[] = [];
for (const truth of truths) {
  const one = await measure(truth);
  measured.push(one);
  console.error(
    truth.file,
    percent(one.errors / one.characters),
    one.confidence.toFixed(2),
    `${one.seconds.toFixed(1)} s`,
  );
}
print(measured);

async function measure(truth: Truth): Promise<Measured> {
  const bytes = new Uint8Array(readFileSync(join(folder!, truth.file)));
  const input = { filename: truth.file, declaredType: null };
  const numbers = await extract({ ...input, bytes: bytes.slice(), recognised: [] }).then(
    () => [],
    (error: unknown) => (error instanceof PagesToRecognise ? error.pages : Promise.reject(error as Error)),
  );
  const reading = recogniser.open({ bytes: async () => bytes.slice(), language: truth.language });
  const recognised: RecognisedPage[] = [];
  const before = performance.now();
  for (const number of numbers) recognised.push(await reading.page(number, never));
  const seconds = (performance.now() - before) / 1000;
  reading.close();
  const { document } = await extract({ ...input, bytes, recognised });
  const said = truth.parts.flatMap((part) => (typeof part === "string" ? [part] : [])).map(plain);
  const read = document.blocks.flatMap((block) =>
    block.kind === "table_row" ? [] : [plain(document.text.slice(block.start, block.end))],
  );
  const found = overlapsOf(document, truth);
  return {
    kind: truth.kind,
    errors: distance(said.join(" "), read.join(" ")),
    characters: said.join(" ").length,
    seconds,
    overlaps: found,
    lines: truth.lines.length,
    confidence: Math.min(...recognised.map(({ confidence }) => confidence)),
  };
}

/** Of each line that was read to the letter: the overlap of its boxes with the truth. */
function overlapsOf({ text, places = [] }: Document, { lines }: Truth): number[] {
  let from = 0;
  return lines.flatMap((line) => {
    const at = text.indexOf(line.text, from);
    if (at < 0) return [];
    from = at;
    const boxes = quoteBoxes(places, { start: at, end: at + line.text.length });
    return boxes.length === 1 ? [overlap(line.box, boxes[0]!)] : [0];
  });
}

function overlap([left, top, right, bottom]: Box, box: ReturnType<typeof quoteBoxes>[number]): number {
  const area = (w: number, h: number) => Math.max(0, w) * Math.max(0, h);
  const shared = area(
    Math.min(right, box.right) - Math.max(left, box.left),
    Math.min(bottom, box.bottom) - Math.max(top, box.top),
  );
  return shared / (area(right - left, bottom - top) + area(box.right - box.left, box.bottom - box.top) - shared);
}

/** What print has in several forms counts as one. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[‘’‚]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[–—]/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Levenshtein's. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length]!;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}

function print(all: readonly Measured[]): void {
  console.log("| pages | characters wrong | worst page | lines with boxes | overlap ≥ .8 | seconds a page |");
  console.log("|---|---|---|---|---|---|");
  for (const [kind, some] of Map.groupBy(all, (one) => one.kind)) {
    const sum = (of: (one: Measured) => number) => some.reduce((total, one) => total + of(one), 0);
    const overlaps = some.flatMap((one) => one.overlaps);
    const cells = [
      `${kind} (${some.length})`,
      percent(sum((one) => one.errors) / sum((one) => one.characters)),
      percent(Math.max(...some.map((one) => one.errors / one.characters))),
      percent(overlaps.length / sum((one) => one.lines)),
      percent(overlaps.filter((one) => one >= 0.8).length / overlaps.length),
      (sum((one) => one.seconds) / some.length).toFixed(1),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  console.log(`\nMemory: ${Math.round(process.memoryUsage.rss() / 1e6)} MB at the end.`);
}
