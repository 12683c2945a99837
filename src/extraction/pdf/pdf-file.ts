import { ExtractionError } from "../../sources/extraction-error.ts";
import { drawnImages, type PdfImages } from "./pdf-images.ts";
import type { PdfRun } from "./pdf-line.ts";

export interface OutlineEntry {
  readonly title: string;
  readonly level: number;
}

export interface PdfFile {
  readonly pageCount: number;
  /** Upright text in drawing order. Null: an unreadable page. @param number from 1 */
  runs(number: number): Promise<PdfRun[] | null>;
  /** Null: an unreadable page. */
  images(number: number): Promise<PdfImages | null>;
  outline(): Promise<OutlineEntry[]>;
  title(): Promise<string | null>;
  close(): Promise<void>;
}

const longestOutline = 20_000;
/** Text has hundreds; a drawing may have millions. */
const mostRuns = 50_000;

/** @param mostPixels of decoded images @throws ExtractionError `encrypted_file`, `corrupt_file` */
export async function openPdf(bytes: Uint8Array, mostPixels = 0): Promise<PdfFile> {
  const { getDocumentProxy } = await import("unpdf");
  const release = tolerateStrayRejections();
  try {
    const options = { verbosity: 0, isEvalSupported: false, maxImageSize: mostPixels };
    // A copy, because the library takes possession of it.
    const pdf = await getDocumentProxy(bytes.slice(), options);
    return new PdfjsFile(pdf, release);
  } catch (error) {
    await release();
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

/** pdf.js abandons promises of damaged files (1 in 300); their rejections would end the process. @returns what ends that */
function tolerateStrayRejections(): () => Promise<void> {
  const listener = (reason: unknown) => {
    if (reason instanceof Object && "name" in reason && damageErrors.has(String(reason.name))) return;
    queueMicrotask(() => {
      throw reason;
    });
  };
  process.on("unhandledRejection", listener);
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listener);
  };
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
  readonly #release: () => Promise<void>;

  constructor(pdf: Pdfjs, release: () => Promise<void>) {
    this.#pdf = pdf;
    this.#release = release;
  }

  get pageCount(): number {
    return this.#pdf.numPages;
  }

  async runs(number: number): Promise<PdfRun[] | null> {
    const page = await this.#pdf.getPage(number).catch(() => null);
    if (page === null) return null;
    const content = await page.getTextContent().catch(() => null);
    const view = page.getViewport({ scale: 1 }).transform;
    page.cleanup();
    if (content === null) return null;
    const runs: PdfRun[] = [];
    for (const item of content.items.slice(0, mostRuns)) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const monospaced = content.styles[item.fontName]?.fontFamily === "monospace";
      const run = uprightRun(item, view, monospaced);
      if (run !== null) runs.push({ ...run, order: runs.length });
    }
    return runs;
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
    try {
      await this.#pdf.loadingTask.destroy();
    } finally {
      await this.#release();
    }
  }
}

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
