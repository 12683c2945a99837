/** What a document takes from pages that were read from their pictures: their lines, their warnings, and where their words stand. */
import type { WordPlace } from "../../language/structure/outline.ts";
import type { Document, DocumentWarning } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { isReadable, type PictureFault, type RecognisedPage, shownPlace } from "../../sources/ports/recognised-page.ts";
import { normalizeText } from "../normal-text.ts";
import type { PdfLine } from "../pdf/pdf-line.ts";

/** @param own pages with text of their own @throws ExtractionError `no_extractable_text` when most pages are unreadable */
export function recognitionWarnings(pages: readonly RecognisedPage[], own = 0): DocumentWarning[] {
  const seen = pages.filter(({ words, fault }) => words.length > 0 || fault !== undefined);
  const [read, unread] = [seen.filter(isReadable), seen.filter((page) => !isReadable(page))];
  if (unread.length > read.length + own) throw mostlyUnreadable(unread, seen.length);
  const warnings: DocumentWarning[] = [];
  const warn = (code: DocumentWarning["code"], message: string, some: readonly RecognisedPage[]) => {
    const confidences = some.map(({ confidence }) => Math.round(confidence * 100) / 100);
    warnings.push({ code, message, pages: some.map(({ page }) => page), confidences });
  };
  const which = (some: readonly RecognisedPage[], one: string, more: string) =>
    some.length === 1 ? `Page ${some[0]!.page} ${one}` : `${some.length} pages ${more}`;
  const told = which(read, "was read from its picture", "were read from their pictures");
  if (read.length > 0) warn("pages_recognised", `${told} by text recognition, which makes mistakes.`, read);
  for (const [fault, some] of Map.groupBy(unread, faultOf)) {
    const picture = `The picture of ${which(some, "is", "are").replace("Page", "page")}`;
    warn("pages_not_read", `${picture} ${unreadBecause[fault]}`, some);
  }
  const corrected = pages.filter(({ corrections }) => corrections !== undefined);
  if (corrected.length > 0) warnings.push(linesCorrected(corrected));
  return warnings;
}

const faultOf = ({ fault = "unclear" }: RecognisedPage): PictureFault => fault;

const unreadBecause = {
  unclear: "too unclear to be read. Scan again with 300 dpi to have all.",
  damaged: "damaged, or in JPEG 2000, which is not read. Send an undamaged file, or one with JPEG, to have all.",
  too_costly:
    "given up, as reading it took too much time or memory. Retry the source, or scan again with 300 dpi, to have all.",
} as const satisfies Readonly<Record<PictureFault, string>>;

function linesCorrected(pages: readonly RecognisedPage[]): DocumentWarning {
  const lines = pages.reduce((sum, { corrections = [] }) => sum + corrections.length, 0);
  const message = lines === 1 ? "One line was corrected by hand." : `${lines} lines were corrected by hand.`;
  return { code: "lines_corrected", message, pages: pages.map(({ page }) => page) };
}

function mostlyUnreadable(unread: readonly RecognisedPage[], all: number): ExtractionError {
  const [fault, other] = new Set(unread.map(faultOf));
  const costly = "Reading the picture takes too much time or memory. Retry, or scan it with 300 dpi.";
  if (fault === "damaged" && other === undefined)
    return new ExtractionError("corrupt_file", `The picture is ${unreadBecause.damaged.replace(" to have all", "")}`);
  if (fault === "too_costly" && other === undefined) return new ExtractionError("too_large", costly);
  const best = Math.max(...unread.map(({ confidence }) => confidence));
  const which = all === 1 ? "The picture is" : `${unread.length} of the ${all} pages that were read from pictures are`;
  const surely = best > 0 ? ` (confidence ${best.toFixed(2)} at most)` : "";
  const message = `${which} unreadable${surely}. Scan again with 300 dpi, upright and in focus.`;
  return new ExtractionError("no_extractable_text", message);
}

export const recognitionHint =
  "To have it read, install a pack for scans (`make ocr-pack`, then `docent model add FILE`) and retry, or run text recognition (OCR) on it and upload the result.";

export interface PagesWithWords {
  readonly pages: readonly (readonly PdfLine[])[];
  readonly used: ReadonlyMap<number, RecognisedPage>;
}

export function withWords(document: Document, { pages, used }: PagesWithWords): Document {
  return used.size === 0 ? document : { ...document, places: wordPlaces(document, pages, used) };
}

/** UTF-16 units ahead of the last word in which the next one is looked for, and behind it where it is not there. */
const ahead = 300;
const behind = 600;

/** Words are looked for in the order in which they are read, as the layout changes the text. Not found: no place. Linear. */
function wordPlaces(
  { text }: Pick<Document, "text">,
  pages: readonly (readonly PdfLine[])[],
  recognised: ReadonlyMap<number, RecognisedPage>,
): WordPlace[] {
  const search = new WordSearch(text);
  const places: WordPlace[] = [];
  for (const run of pages
    .flat()
    .flatMap(({ segments, page }) => segments.flatMap(({ runs }) => runs.map((one) => ({ ...one, page }))))) {
    const page = recognised.get(run.page);
    const word = page?.words[run.order];
    // Words of a PDF's own text are passed over, so that those of the next page are found.
    const found = search.find(normalizeText(run.text).trim());
    if (page !== undefined && word !== undefined && found !== null)
      places.push({ ...found, ...shownPlace(word, page) });
  }
  return places.sort((one, other) => one.start - other.start);
}

class WordSearch {
  readonly #text: string;
  readonly #used: Uint8Array;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#used = new Uint8Array(text.length);
  }

  find(word: string): { readonly start: number; readonly end: number } | null {
    for (const wanted of word.endsWith("-") ? [word, word.slice(0, -1)] : [word]) {
      const start = this.#from(this.#at, wanted, ahead) ?? this.#from(Math.max(0, this.#at - behind), wanted, behind);
      if (start === null) continue;
      this.#at = start + wanted.length;
      this.#used.fill(1, start, this.#at);
      return { start, end: this.#at };
    }
    return null;
  }

  #from(from: number, word: string, within: number): number | null {
    if (word === "") return null;
    const part = this.#text.slice(from, from + within + word.length);
    for (let at = part.indexOf(word); at >= 0; at = part.indexOf(word, at + 1)) {
      const start = from + at;
      const isWhole = start === this.#at || !isWordPart(this.#text[start - 1]);
      if (isWhole && this.#used[start] === 0) return start;
    }
    return null;
  }
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
