/** Scanned copies of files: printed on A4 with Chromium, and turned into pictures of their pages with Poppler's pdftoppm. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { extract } from "../../src/extraction/extract.ts";
import type { OutlineBlock } from "../../src/language/structure/outline.ts";
import type { Document } from "../../src/sources/document.ts";
import { type Paper, scannedPdf } from "./paper.ts";

const dpi = 300;

export interface Copy {
  /** The name of the file that it is a copy of. */
  readonly name: string;
  readonly pages: number;
  readonly printed: string;
  /** The scan of the print. Null: it has too many pages. */
  readonly path: string | null;
}

export interface PageLimit {
  readonly pages: number;
  /** Whether a longer file is cut to so many pages; else it is left out. */
  readonly cuts: boolean;
}

/** Made once, in the folder. */
export async function scannedCopy(paper: Paper, file: string, folder: string, most: PageLimit): Promise<Copy> {
  mkdirSync(folder, { recursive: true });
  const name = basename(file);
  const [printed, path] = [join(folder, `${name}.printed.pdf`), join(folder, `${name}.scan.pdf`)];
  if (!existsSync(printed)) writeFileSync(printed, cut(await printedOf(paper, file), most, folder));
  const pages = pagesOf(printed);
  if (pages > most.pages) return { name, pages, printed, path: null };
  if (!existsSync(path)) writeFileSync(path, await scanOf(printed, folder));
  return { name, pages, printed, path };
}

function pagesOf(path: string): number {
  const { stdout } = Bun.spawnSync(["pdfinfo", path]);
  return Number(/Pages:\s+(\d+)/.exec(stdout.toString())?.[1]);
}

function cut(bytes: Uint8Array, { pages, cuts }: PageLimit, folder: string): Uint8Array {
  if (!cuts) return bytes;
  const sheets = mkdtempSync(join(folder, "sheets-"));
  try {
    const [whole, some] = [join(sheets, "whole.pdf"), join(sheets, "some.pdf")];
    writeFileSync(whole, bytes);
    if (pagesOf(whole) <= pages) return bytes;
    run("pdfseparate", "-l", `${pages}`, whole, join(sheets, "page-%03d.pdf"));
    const kept = readdirSync(sheets).filter((name) => name.startsWith("page-"));
    run("pdfunite", ...kept.toSorted().map((name) => join(sheets, name)), some);
    return new Uint8Array(readFileSync(some));
  } finally {
    rmSync(sheets, { recursive: true });
  }
}

function run(...command: readonly string[]): void {
  const { exitCode, stderr } = Bun.spawnSync([...command]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

async function printedOf(paper: Paper, file: string): Promise<Uint8Array> {
  const bytes = new Uint8Array(readFileSync(file));
  const text = () => new TextDecoder().decode(bytes);
  switch (extname(file)) {
    case ".pdf":
      return bytes;
    case ".html":
      return paper.print(text());
    case ".md":
      return paper.print(page(Bun.markdown.html(text())));
  }
  const { document } = await extract({ bytes, filename: basename(file), declaredType: null });
  return paper.print(page(htmlOf(document)));
}

async function scanOf(printed: string, folder: string): Promise<Uint8Array> {
  const pictures = mkdtempSync(join(folder, "pictures-"));
  try {
    run("pdftoppm", "-r", `${dpi}`, "-gray", "-jpeg", printed, join(pictures, "page"));
    const sheets = readdirSync(pictures)
      .toSorted()
      .map((name) => new Uint8Array(readFileSync(join(pictures, name))));
    return await scannedPdf(sheets.map((jpeg) => ({ jpeg, ...sizeOf(jpeg) })));
  } finally {
    rmSync(pictures, { recursive: true });
  }
}

/** In points. */
function sizeOf(jpeg: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset);
  let at = 2;
  while (view.getUint8(at + 1) !== 0xc0) at += 2 + view.getUint16(at + 2);
  return { width: (view.getUint16(at + 7) * 72) / dpi, height: (view.getUint16(at + 5) * 72) / dpi };
}

const page = (body: string) => `<!doctype html><meta charset="utf-8"><style>
  body { font: 11pt/1.35 "Liberation Serif", "WenQuanYi Zen Hei" }
  table { border-collapse: collapse; margin: 1em 0; font-size: .8em }
  td, th { padding: 1mm 2mm; border: 1px solid grey; text-align: left; vertical-align: top }
  pre { white-space: pre-wrap; font: 9pt "Liberation Mono" }
</style><body>${body}`;

/** A document as it may have been printed from its own program. */
function htmlOf({ text, blocks }: Document): string {
  const shown = ({ start, end }: { readonly start: number; readonly end: number }) =>
    Bun.escapeHTML(text.slice(start, end));
  const parts: string[] = [];
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== "table_row") {
      parts.push(elementOf(block, shown(block)));
      continue;
    }
    const names = block.cells?.some(({ name }) => name !== null) ? block.cells.map(({ name }) => name) : [];
    const isFirst = blocks[i - 1]?.kind !== "table_row";
    const head = names.map((name) => `<th>${name === null ? "" : shown(name)}</th>`).join("");
    if (isFirst) parts.push(`<table><tr>${head}</tr>`);
    const cells = block.cells?.map(({ value }) => `<td>${shown(value)}</td>`) ?? [`<td>${shown(block)}</td>`];
    parts.push(`<tr>${cells.join("")}</tr>`);
    if (blocks[i + 1]?.kind !== "table_row") parts.push("</table>");
  }
  return parts.join("\n");
}

function elementOf({ kind, level }: OutlineBlock, content: string): string {
  if (kind === "heading") return `<h${level}>${content}</h${level}>`;
  if (kind === "code") return `<pre>${content}</pre>`;
  if (kind === "list_item") return `<p style="margin: .3em 0 .3em ${level * 2}em">${content}</p>`;
  return `<p>${content.replaceAll("\n", "<br>")}</p>`;
}
