import { ExtractionError } from "../../sources/extraction-error.ts";
import { drawnImages, type PdfImages } from "./pdf-images.ts";
import type { PdfRun } from "./pdf-line.ts";
import { artifact, type TagNode } from "./pdf-tags.ts";

export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
}

export interface PdfFile {
  readonly pageCount: number;
  /** Null: an unreadable page. @param number from 1 */
  text(number: number): Promise<PdfPageText | null>;
  /** Null: an unreadable page. */
  images(number: number): Promise<PdfImages | null>;
  outline(): Promise<OutlineEntry[]>;
  title(): Promise<string | null>;
  close(): Promise<void>;
}

export interface PdfPageText {
  /** Upright ones, in drawing order. */
  readonly runs: readonly PdfRun[];
  /** Null: the file or the page has none. */
  readonly tags: TagNode | null;
}

const longestOutline = 20_000;
/** Text has hundreds; a drawing may have millions. */
const mostRuns = 50_000;
/** pdf.js takes quadratic time for the tags of a page: 0.3 s for so many pieces of text. */
const mostMarks = 4_000;

/** @param mostPixels of decoded images @throws ExtractionError `encrypted_file`, `corrupt_file` */
export async function openPdf(bytes: Uint8Array, mostPixels = 0): Promise<PdfFile> {
  const { getDocumentProxy } = await import("unpdf");
  if (!process.listeners("unhandledRejection").includes(ignoreDamage)) process.on("unhandledRejection", ignoreDamage);
  try {
    const options = { verbosity: 0, isEvalSupported: false, maxImageSize: mostPixels };
    // A copy, because the library takes possession of it.
    const pdf = await getDocumentProxy(bytes.slice(), options);
    const marks = await pdf.getMarkInfo().catch(() => null);
    return new PdfjsFile(pdf, marks?.Marked === true);
  } catch (error) {
    throw openingError(error);
  }
}

const damageErrors: ReadonlySet<string> = new Set([
  "XRefEntryException",
  "XRefParseException",
  "ParserEOFException",
  "MissingDataException",
  "FormatError",
]);

/** pdf.js abandons promises of damaged files (1 in 300), which are rejected at any later time and would end the process. */
function ignoreDamage(reason: unknown): void {
  if (reason instanceof Object && "name" in reason && damageErrors.has(String(reason.name))) return;
  queueMicrotask(() => {
    throw reason;
  });
}

function openingError(error: unknown): ExtractionError {
  if (error instanceof Error && error.name === "PasswordException") {
    return new ExtractionError(
      "encrypted_file",
      "The file is protected by a password. Remove the password and upload it again.",
      error,
    );
  }
  return new ExtractionError(
    "corrupt_file",
    "The file is damaged or was cut off: it cannot be opened as a PDF.",
    error,
  );
}

type Pdfjs = Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>;

class PdfjsFile implements PdfFile {
  readonly #pdf: Pdfjs;
  readonly #isTagged: boolean;

  constructor(pdf: Pdfjs, isTagged: boolean) {
    this.#pdf = pdf;
    this.#isTagged = isTagged;
  }

  get pageCount(): number {
    return this.#pdf.numPages;
  }

  async text(number: number): Promise<PdfPageText | null> {
    const page = await this.#pdf.getPage(number).catch(() => null);
    if (page === null) return null;
    const content = await page.getTextContent({ includeMarkedContent: this.#isTagged }).catch(() => null);
    const marks = content?.items.filter((item) => "id" in item).length ?? 0;
    const mayHaveTags = this.#isTagged && marks <= mostMarks;
    const tags: TagNode | null = mayHaveTags ? await page.getStructTree().catch(() => null) : null;
    const view = page.getViewport({ scale: 1 }).transform;
    page.cleanup();
    return content && { runs: runsOf(content, view), tags };
  }

  async images(number: number): Promise<PdfImages | null> {
    const page = await this.#pdf.getPage(number).catch(() => null);
    return page && drawnImages(page).catch(() => null);
  }

  async outline(): Promise<OutlineEntry[]> {
    type Node = { readonly title: string; readonly items: readonly Node[] };
    const roots: readonly Node[] = (await this.#pdf.getOutline().catch(() => null)) ?? [];
    const entries: OutlineEntry[] = [];
    const open = roots.map((node) => ({ node, level: 1 })).reverse();
    for (let next = open.pop(); next !== undefined && entries.length < longestOutline; next = open.pop()) {
      const { node, level } = next;
      entries.push({ title: node.title, level });
      for (const below of [...node.items].reverse()) open.push({ node: below, level: level + 1 });
    }
    return entries;
  }

  async title(): Promise<string | null> {
    const metadata = await this.#pdf.getMetadata().catch(() => null);
    const title = metadata?.info !== undefined && "Title" in metadata.info ? metadata.info.Title : null;
    return typeof title === "string" ? title : null;
  }

  async close(): Promise<void> {
    await this.#pdf.loadingTask.destroy();
  }
}

interface DrawnContent {
  readonly items: readonly (TextItem | MarkItem)[];
  readonly styles: Readonly<Record<string, { readonly fontFamily: string }>>;
}

function runsOf({ items, styles }: DrawnContent, view: readonly number[]): PdfRun[] {
  const runs: PdfRun[] = [];
  const marks = new OpenMarks();
  const drawn = new DrawnTexts();
  for (const item of items.slice(0, mostRuns)) {
    if (!("str" in item)) marks.take(item);
    else if (item.str.trim() !== "") {
      const run = uprightRun(item, view, styles[item.fontName]?.fontFamily === "monospace");
      if (run !== null && !drawn.hasBelow(run)) runs.push({ ...run, order: runs.length, mark: marks.mark });
    }
  }
  return runs;
}

interface MarkItem {
  readonly type: string;
  readonly id?: string | undefined;
  readonly tag?: string | undefined;
}

class OpenMarks {
  readonly #open: (string | undefined)[] = [];

  get mark(): string | undefined {
    return this.#open.at(-1);
  }

  take({ type, id, tag }: MarkItem): void {
    if (type === "endMarkedContent") this.#open.pop();
    else this.#open.push(id ?? (tag === artifact ? artifact : this.mark));
  }
}

/** Ems by which a text may be moved that is drawn twice: for a bold look, or as its own shadow. */
const shadow = 0.15;

class DrawnTexts {
  readonly #last = new Map<string, DrawnRun>();
  #previous: DrawnRun | undefined;

  /** Whether it is drawn once more, or is an end of the text before it. */
  hasBelow(run: DrawnRun): boolean {
    const same = this.#last.get(run.text);
    this.#last.set(run.text, run);
    if (run.text.trim() === "") return isOnLine(run, same) && isNear(run, same.x, run.x);
    const previous = this.#previous;
    const isBelow =
      (isOnLine(run, same) && isNear(run, same.x, run.x)) ||
      (isOnLine(run, previous) && previous.text.endsWith(run.text) && isNear(run, previous.right, run.right));
    if (!isBelow) this.#previous = run;
    return isBelow;
  }
}

type DrawnRun = Omit<PdfRun, "order">;

const isNear = ({ size }: DrawnRun, one: number, other: number) => Math.abs(one - other) <= shadow * size;

const isOnLine = (run: DrawnRun, other: DrawnRun | undefined): other is DrawnRun =>
  other?.size === run.size && isNear(run, other.y, run.y);

interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly fontName: string;
}

/** After the page's rotation. Null: other directions, which are margin notes and axis labels. */
function uprightRun(item: TextItem, view: readonly number[], monospaced: boolean): Omit<PdfRun, "order"> | null {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = view;
  const across = va * a + vc * b;
  const down = vb * a + vd * b;
  if (!(across > 0) || Math.abs(down) > across / 4) return null;
  const x = va * e + vc * f + ve;
  const y = vb * e + vd * f + vf;
  const size = Math.hypot(c, d);
  if (!(size > 0) || !Number.isFinite(x + y)) return null;
  return {
    text: item.str,
    x,
    right: x + item.width,
    y,
    size: Math.round(size * 10) / 10,
    font: item.fontName,
    monospaced,
  };
}
