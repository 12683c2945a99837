import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { DocumentBuilder, textTooLong } from "../document-builder.ts";
import { chooseTitle } from "../document-title.ts";
import type { ExtractionSource } from "../format-extractor.ts";
import { PdfBlocks } from "./pdf-blocks.ts";
import { readingOrder } from "./pdf-columns.ts";
import { openPdf, type PdfFile } from "./pdf-file.ts";
import { pageFurniture } from "./pdf-furniture.ts";
import { type PdfLine, segmentsOf } from "./pdf-line.ts";
import { refuseStreamBombs } from "./pdf-streams.ts";

/**
 * PDF: the text in reading order, page by page, without running heads and page numbers; words cut at line ends are
 * joined; headings by the outline, else by size. A file of images alone has no text, and says so.
 */
export async function extractPdf({ bytes, limits, signal }: ExtractionSource): Promise<Document> {
  refuseStreamBombs(bytes);
  const file = await openPdf(bytes);
  try {
    if (file.pageCount > limits.pages)
      throw new ExtractionError("too_large", `The file has more than ${limits.pages} pages.`);
    const pages = await readPages(file, limits.characters, signal);
    if (pages.every((lines) => lines.length === 0)) throw imagesOnly();
    const builder = new DocumentBuilder(limits.characters);
    const blocks = new PdfBlocks(builder, { pages, outline: await file.outline() });
    blocks.write();
    return builder.finish(chooseTitle(await file.title(), blocks.title));
  } finally {
    await file.close();
  }
}

async function readPages(file: PdfFile, mostCharacters: number, signal: AbortSignal | null): Promise<PdfLine[][]> {
  const pages: PdfLine[][] = [];
  let characters = 0;
  for (let number = 1; number <= file.pageCount; number++) {
    if (signal?.aborted === true)
      throw new ExtractionError("timeout", `Reading the file took too long; it stopped at page ${number}.`);
    const runs = await file.runs(number);
    characters += runs.reduce((sum, run) => sum + run.text.length, 0);
    if (characters > mostCharacters) throw textTooLong(mostCharacters);
    pages.push(readingOrder(segmentsOf(runs), number));
  }
  const furniture = pageFurniture(pages);
  return pages.map((lines) => lines.filter((line) => !furniture.has(line)));
}

function imagesOnly(): ExtractionError {
  return new ExtractionError(
    "no_extractable_text",
    "The pages contain images but no text, so this is probably a scan. Run text recognition (OCR) on it and upload the result.",
  );
}
