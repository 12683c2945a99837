import type { Document, DocumentWarning } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { DocumentBuilder, textTooLong } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { joinAccents } from "./pdf-accents.ts";
import { PdfBlocks } from "./pdf-blocks.ts";
import { readingOrder } from "./pdf-columns.ts";
import { openPdf, type PdfFile } from "./pdf-file.ts";
import { pageFurniture } from "./pdf-furniture.ts";
import { isLegible } from "./pdf-legibility.ts";
import type { PdfLine, PdfRun } from "./pdf-line.ts";
import { withFixedPitch } from "./pdf-pitch.ts";
import { refuseStreamBombs } from "./pdf-streams.ts";

/** Pages that cannot be read are named in a warning; a file that lost most of its pages fails. */
export async function extractPdf({ bytes, limits, signal }: ExtractionSource): Promise<Document> {
  refuseStreamBombs(bytes);
  const file = await openPdf(bytes);
  try {
    if (file.pageCount > limits.pages)
      throw new ExtractionError("too_large", `The file has more than ${limits.pages} pages.`);
    const { pages, faults } = await readPages(file, limits.characters, signal);
    const unread = faults.damaged;
    if (unread.length > 0) unread.push(...pagesBeyond(file.pageCount, declaredPages(bytes)));
    const all = Math.max(file.pageCount, unread.at(-1) ?? 0);
    if (unread.length * 2 > all) throw mostlyUnread(unread.length, all);
    if (pages.every((lines) => lines.length === 0)) throw faults.illegible.length > 0 ? noMap() : imagesOnly();
    const builder = new DocumentBuilder(limits.characters);
    const blocks = new PdfBlocks(builder, { pages, outline: await file.outline() });
    blocks.write();
    const document = builder.finish(blocks.titleOf(await file.title()));
    const warnings = [
      ...pagesNotRead("damaged", unread),
      ...pagesNotRead("illegible", faults.illegible),
      ...accentsApart(faults.torn),
    ];
    return warnings.length === 0 ? document : { ...document, warnings };
  } finally {
    await file.close();
  }
}

/** `damaged` and `illegible` pages have no lines. On `torn` ones, accents may belong to either of two letters. */
type PageFault = "damaged" | "illegible" | "torn";

interface ReadPages {
  readonly pages: PdfLine[][];
  readonly faults: Readonly<Record<PageFault, number[]>>;
}

async function readPages(file: PdfFile, mostCharacters: number, signal: AbortSignal | null): Promise<ReadPages> {
  const pages: PdfLine[][] = [];
  const faults: ReadPages["faults"] = { damaged: [], illegible: [], torn: [] };
  let characters = 0;
  for (let number = 1; number <= file.pageCount; number++) {
    if (signal?.aborted === true) throw stoppedAt(number);
    const { runs, fault } = legibleRuns(await file.runs(number));
    if (fault !== null) faults[fault].push(number);
    characters += charactersOf(runs);
    if (characters > mostCharacters) throw textTooLong(mostCharacters);
    pages.push(readingOrder(runs, number));
  }
  const furniture = pageFurniture(pages);
  return { pages: pages.map((lines) => lines.filter((line) => !furniture.has(line))), faults };
}

function legibleRuns(drawn: readonly PdfRun[] | null): { runs: readonly PdfRun[]; fault: PageFault | null } {
  if (drawn === null) return { runs: [], fault: "damaged" };
  const { runs, apart } = joinAccents(drawn);
  if (!isLegible(runs.map(({ text }) => text))) return { runs: [], fault: "illegible" };
  return { runs: withFixedPitch(runs), fault: apart > 0 ? "torn" : null };
}

const charactersOf = (runs: readonly PdfRun[]) => runs.reduce((sum, run) => sum + run.text.length, 0);

function stoppedAt(page: number): ExtractionError {
  return new ExtractionError("timeout", `Reading the file took too long; it stopped at page ${page}.`);
}

/** By an uncompressed page tree; 0 if there is none. */
function declaredPages(bytes: Uint8Array): number {
  const trees = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const counts = [...trees.matchAll(/\/Type\s{0,9}\/Pages\b[^>]{0,200}?\/Count\s{1,9}(\d{1,6})/g)];
  return counts.reduce((most, [, count]) => Math.max(most, Number(count)), 0);
}

/** pdf.js stops at a page that it cannot find, without reporting those after it. */
function pagesBeyond(found: number, declared: number): number[] {
  return Array.from({ length: Math.max(0, declared - found) }, (_, i) => found + 1 + i);
}

const reasons = {
  damaged: ["damaged and could not be read", "send an undamaged file"],
  illegible: [
    "illegible: a font does not say which characters it draws, so what can be read there is no text",
    "run text recognition (OCR) on the file and send the result",
  ],
} as const;

function pagesNotRead(why: keyof typeof reasons, pages: readonly number[]): DocumentWarning[] {
  if (pages.length === 0) return [];
  const which = pages.length === 1 ? `Page ${pages[0]} is` : `${pages.length} pages are`;
  const [what, remedy] = reasons[why];
  const message = `${which} ${what}. Answers come from the other pages; ${remedy} to have all of them.`;
  return [{ code: "pages_not_read", message, pages }];
}

function accentsApart(pages: readonly number[]): DocumentWarning[] {
  if (pages.length === 0) return [];
  const which = pages.length === 1 ? `Page ${pages[0]} has` : `${pages.length} pages have`;
  const message = `${which} accents apart from their letters, and it cannot be told from which; the words with them may not be found. Make the file again with fonts that have accented letters (in LaTeX: \\usepackage[T1]{fontenc}) and send that.`;
  return [{ code: "accents_apart", message, pages }];
}

function mostlyUnread(unread: number, all: number): ExtractionError {
  return new ExtractionError(
    "corrupt_file",
    `${unread} of the file's ${all} pages are damaged and could not be read. Send an undamaged file.`,
  );
}

function imagesOnly(): ExtractionError {
  return new ExtractionError(
    "no_extractable_text",
    "The pages contain images but no text, so this is probably a scan. Run text recognition (OCR) on it and upload the result.",
  );
}

function noMap(): ExtractionError {
  return new ExtractionError(
    "no_extractable_text",
    "The pages are illegible: a font does not say which characters it draws. Run text recognition (OCR) on the file and upload the result.",
  );
}
