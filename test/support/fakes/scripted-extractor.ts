/** An extractor that passes the text to a test's function. */
import type {
  DocumentToRead,
  ExtractedText,
  ExtractionWatch,
  Extractor,
} from "../../../src/sources/ports/document-ports.ts";

export type Extract = (text: string, watch: ExtractionWatch, input: DocumentToRead) => Promise<ExtractedText>;

export function scriptedExtractor(extract: Extract): Extractor {
  return {
    extract: async (input, watch) => {
      watch.signal.throwIfAborted();
      watch.entered("extracting");
      return extract(new TextDecoder().decode(await input.bytes()), watch, input);
    },
  };
}

/** Each line becomes a chunk. */
export function extractionOf(text: string): ExtractedText {
  let from = 0;
  const chunks = text.split("\n").map((line) => {
    const chunk = { from, to: from + line.length, start: from, end: from + line.length, section: "", page: null };
    from += line.length + 1;
    return chunk;
  });
  return { text, title: null, pageCount: null, warnings: [], mimeType: "text/plain", language: "und", chunks };
}
