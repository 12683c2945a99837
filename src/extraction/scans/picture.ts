/** Pictures of text: a page each, or several of a TIFF, laid out as the pages of a PDF are. */
import type { Document } from "../../sources/document.ts";
import { ExtractionError } from "../../sources/extraction-error.ts";
import { isReadable, PagesToRecognise } from "../../sources/ports/recognised-page.ts";
import { DocumentBuilder } from "../document-builder.ts";
import type { ExtractionSource, FormatExtractor } from "../format-extractor.ts";
import { PdfBlocks } from "../pdf/pdf-blocks.ts";
import { readingOrderByRuns } from "../pdf/pdf-columns.ts";
import { withoutFurniture } from "../pdf/pdf-furniture.ts";
import { type PictureFormat, pagesOfPicture } from "./picture-file.ts";
import { recognitionHint, recognitionWarnings, withWords } from "./recognised-words.ts";
import { scanRuns } from "./scan-runs.ts";

export const extractPicture =
  (format: PictureFormat): FormatExtractor =>
  (source) =>
    documentOf(source, pagesOfPicture(source.bytes, format).length);

/** @throws PagesToRecognise where text recognition is there and has not read these pages */
function documentOf({ limits, recognised }: ExtractionSource, pageCount: number): Document {
  if (recognised === null) throw new ExtractionError("no_extractable_text", `This is a picture. ${recognitionHint}`);
  const used = new Map(recognised.filter(isReadable).map((page) => [page.page, page]));
  const numbers = Array.from({ length: pageCount }, (_, i) => i + 1);
  const wanted = numbers.filter((number) => !recognised.some(({ page }) => page === number));
  if (wanted.length > 0) throw new PagesToRecognise(wanted);
  const warnings = recognitionWarnings(recognised);
  const runs = scanRuns(used.values());
  const drawn = numbers.map((number) => ({ lines: readingOrderByRuns(runs.get(number) ?? [], number), tagged: null }));
  const pages = withoutFurniture(drawn);
  if (pages.every(({ lines }) => lines.length === 0))
    throw new ExtractionError("no_extractable_text", "No text was found on the picture.");
  const builder = new DocumentBuilder(limits.characters);
  const blocks = new PdfBlocks(builder, { pages, outline: [] });
  blocks.write();
  return withWords(
    { ...builder.finish(blocks.titleOf(null)), warnings },
    { pages: pages.map(({ lines }) => lines), used },
  );
}
