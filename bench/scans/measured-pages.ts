/** Reads pages whose text is known, and counts what is wrong with what was read. */
import { quoteBoxes } from "../../src/api/contents/scan-views.ts";
import { extract } from "../../src/extraction/extract.ts";
import type { Document } from "../../src/sources/document.ts";
import type { PageRecogniser } from "../../src/sources/ports/document-ports.ts";
import type { RecognisedPage } from "../../src/sources/ports/recognised-page.ts";
import type { KnownPage } from "./known-pages.ts";
import { type Box, type DrawnPage, paperHeight, paperWidth, scannedPdf } from "./paper.ts";

export interface MeasuredPage {
  readonly kind: string;
  readonly errors: number;
  readonly characters: number;
  readonly seconds: number;
  /** Of each line that was read to the letter: the overlap of its boxes with the truth. */
  readonly overlaps: readonly number[];
  readonly lines: number;
  readonly words: number;
}

export async function measurePage(
  recogniser: PageRecogniser,
  { kind, language, parts }: KnownPage,
  { jpeg, lines }: DrawnPage,
): Promise<MeasuredPage> {
  const bytes = await scannedPdf([{ jpeg, width: paperWidth, height: paperHeight }]);
  const reading = recogniser.open({ bytes: async () => bytes.slice(), language });
  const before = performance.now();
  const recognised: RecognisedPage = await reading.page(1, new AbortController().signal);
  const seconds = (performance.now() - before) / 1000;
  reading.close();
  const { document } = await extract({ filename: null, declaredType: null, bytes, recognised: [recognised] });
  const pairs = [
    [parts.filter((part) => typeof part === "string").join(" "), proseOf(document)],
    [parts.flatMap((part) => (typeof part === "string" ? [] : part.flat())).join(" "), cellsOf(document)],
  ] as const;
  return {
    kind,
    errors: pairs.reduce((sum, [said, read]) => sum + distance(plain(said), plain(read)), 0),
    characters: pairs.reduce((sum, [said]) => sum + plain(said).length, 0),
    seconds,
    overlaps: overlapsOf(document, lines),
    lines: lines.length,
    words: recognised.words.length,
  };
}

function proseOf({ blocks, text }: Document): string {
  const prose = blocks.filter(({ kind }) => kind !== "table_row");
  return prose.map(({ start, end }) => text.slice(start, end)).join(" ");
}

function cellsOf({ blocks, text }: Document): string {
  const cells = blocks.flatMap(({ kind, cells: some = [] }) => (kind === "table_row" ? some : []));
  return cells.map(({ value }) => text.slice(value.start, value.end)).join(" ");
}

function overlapsOf({ text, places = [] }: Document, lines: DrawnPage["lines"]): number[] {
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
  const area = (width: number, height: number) => Math.max(0, width) * Math.max(0, height);
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
