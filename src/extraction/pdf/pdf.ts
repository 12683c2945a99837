import type { Document, DocumentWarning } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { isReadable, PagesToRecognise } from "../../sources/ports/recognised-page.ts";
import { DocumentBuilder, textTooLong } from "../document-builder.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { type PagesWithWords, recognitionHint, recognitionWarnings, withWords } from "../scans/recognised-words.ts";
import { scanRuns } from "../scans/scan-runs.ts";
import { joinAccents } from "./pdf-accents.ts";
import { PdfBlocks } from "./pdf-blocks.ts";
import { readingOrder, readingOrderByRuns } from "./pdf-columns.ts";
import { openPdf, type PdfFile, type PdfPageText } from "./pdf-file.ts";
import { withoutFurniture } from "./pdf-furniture.ts";
import { isLegible } from "./pdf-legibility.ts";
import type { PdfLine, PdfRun } from "./pdf-line.ts";
import { withFixedPitch, withoutTypewriter } from "./pdf-pitch.ts";
import { refuseStreamBombs } from "./pdf-streams.ts";
import { isTelling, linesOf, type OrderedPage, taggedBlocks } from "./pdf-tags.ts";

/** Warns of unreadable pages; fails if most are. @throws PagesToRecognise for pages that must be recognised first */
export async function extractPdf({ bytes, limits, signal, recognised }: ExtractionSource): Promise<Document> {
  refuseStreamBombs(bytes);
  const file = await openPdf(bytes);
  try {
    if (file.pageCount > limits.pages)
      throw new ExtractionError("too_large", `The file has more than ${limits.pages} pages.`);
    const read = await readPages(file, limits.characters, { signal, recognised });
    const { pages, faults } = read;
    const unread = faults.damaged;
    if (unread.length > 0) unread.push(...pagesBeyond(file.pageCount, declaredPages(bytes)));
    const all = Math.max(file.pageCount, unread.at(-1) ?? 0);
    if (unread.length * 2 > all) throw mostlyUnread(unread.length, all);
    const own = pages.filter(({ lines }, i) => lines.length > 0 && !read.used.has(i + 1)).length;
    const seen = recognitionWarnings(recognised ?? [], own);
    if (pages.every(({ lines }) => lines.length === 0)) throw noText(faults, recognised);
    const builder = new DocumentBuilder(limits.characters);
    const blocks = new PdfBlocks(builder, { pages, outline: await file.outline() });
    blocks.write();
    const document = builder.finish(blocks.titleOf(await file.title()));
    const warnings = [
      ...pagesNotRead("damaged", unread),
      ...pagesNotRead(recognised === null ? "illegible" : "drawn", faults.illegible),
      ...accentsApart(faults.torn),
      ...seen,
    ];
    const words = { pages: pages.map(({ lines }) => lines), used: read.used };
    return withWords(warnings.length === 0 ? document : { ...document, warnings }, words);
  } finally {
    await file.close();
  }
}

/** `damaged` and `illegible` pages have no lines. On `torn` ones, accents may belong to either of two letters. */
type PageFault = "damaged" | "illegible" | "torn";

interface ReadPages extends Pick<PagesWithWords, "used"> {
  readonly pages: readonly OrderedPage[];
  readonly faults: Readonly<Record<PageFault, number[]>>;
}

/** Pages with fewer letters, such as a scanner's stamp, may be pictures. */
const fewestLetters = 30;

async function readPages(
  file: PdfFile,
  mostCharacters: number,
  { signal, recognised }: Pick<ExtractionSource, "signal" | "recognised">,
): Promise<ReadPages> {
  const pages: PlacedPage[] = [];
  const faults: ReadPages["faults"] = { damaged: [], illegible: [], torn: [] };
  const known = new Map(recognised?.map((page) => [page.page, page]));
  const used = new Map([...known].filter(([, page]) => isReadable(page)));
  const scanned = scanRuns(used.values());
  const wanted: number[] = [];
  let characters = 0;
  for (let number = 1; number <= file.pageCount; number++) {
    if (signal?.aborted === true) throw stoppedAt(number);
    const own = legibleRuns(await file.text(number));
    if (mayBePicture(own) && !known.has(number)) wanted.push(number);
    const scan = scanned.get(number);
    const text = withScan(own, scan);
    if (text.fault !== null) faults[text.fault].push(number);
    characters += charactersOf(text.runs);
    if (characters > mostCharacters) throw textTooLong(mostCharacters);
    pages.push(pageOf(text, number, orderOf(scan)));
  }
  if (recognised !== null && wanted.length > 0) throw new PagesToRecognise(wanted);
  return { pages: withoutFurniture(byTellingTags(pages)), used, faults };
}

interface PlacedPage extends OrderedPage {
  /** The lines in the order of their places, whatever the tags say. */
  byPlace(): readonly PdfLine[];
}

function pageOf({ runs, tags }: PdfPageText, number: number, order: typeof readingOrder): PlacedPage {
  const tagged = taggedBlocks(tags, runs, number);
  const byPlace = () => order(runs, number);
  return { lines: tagged === null ? byPlace() : tagged.flatMap(linesOf), tagged, byPlace };
}

function byTellingTags(pages: readonly PlacedPage[]): readonly OrderedPage[] {
  if (pages.some(({ tagged }) => tagged?.some(isTelling))) return pages;
  return pages.map((page) => (page.tagged === null ? page : { lines: page.byPlace(), tagged: null }));
}

type ScanRuns = readonly PdfRun[] | undefined;

const withScan = (own: OwnText, scan: ScanRuns): OwnText =>
  scan === undefined ? own : { runs: scan, tags: null, fault: null };

const orderOf = (scan: ScanRuns) => (scan === undefined ? readingOrder : readingOrderByRuns);

interface OwnText extends PdfPageText {
  readonly fault: PageFault | null;
}

const mayBePicture = ({ runs, fault }: OwnText) => fault !== "damaged" && charactersOf(runs) < fewestLetters;

function legibleRuns(drawn: PdfPageText | null): OwnText {
  if (drawn === null) return { runs: [], tags: null, fault: "damaged" };
  const { runs, apart } = joinAccents(drawn.runs);
  if (!isLegible(runs.map(({ text }) => text))) return { runs: [], tags: null, fault: "illegible" };
  return { runs: withoutTypewriter(withFixedPitch(runs)), tags: drawn.tags, fault: apart > 0 ? "torn" : null };
}

const charactersOf = (runs: readonly PdfRun[]) => runs.reduce((sum, run) => sum + run.text.length, 0);

function stoppedAt(page: number): ExtractionError {
  return new ExtractionError("timeout", `Reading the file took too long; it stopped at page ${page}.`);
}

/** By an uncompressed page tree; 0: none. */
function declaredPages(bytes: Uint8Array): number {
  const trees = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const counts = [...trees.matchAll(/\/Type\s{0,9}\/Pages\b[^>]{0,200}?\/Count\s{1,9}(\d{1,6})/g)];
  return counts.reduce((most, [, count]) => Math.max(most, Number(count)), 0);
}

/** pdf.js stops at a missing page without reporting later ones. */
function pagesBeyond(found: number, declared: number): number[] {
  return Array.from({ length: Math.max(0, declared - found) }, (_, i) => found + 1 + i);
}

const illegible = "illegible: a font does not say which characters it draws, so what can be read there is no text";
const reasons = {
  damaged: ["damaged and could not be read", "send an undamaged file"],
  illegible: [illegible, "let Docent read it from its picture (`docent model add`, with a pack of `make ocr-pack`)"],
  drawn: [illegible, "as it is no picture either, send a scan of its print"],
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

function noText(faults: ReadPages["faults"], recognised: ExtractionSource["recognised"]): ExtractionError {
  if (recognised !== null)
    return new ExtractionError("no_extractable_text", "No text was found on the pages, nor on their pictures.");
  const message =
    faults.illegible.length > 0
      ? "The pages are illegible: a font does not say which characters it draws."
      : "The pages contain images but no text, so this is probably a scan.";
  return new ExtractionError("no_extractable_text", `${message} ${recognitionHint}`);
}
