import type { OutlineBlock } from "../language/structure/outline.ts";
import { conversationType } from "../sources/conversation/conversation.ts";
import type { Document } from "../sources/document.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import { PagesToRecognise, type RecognisedPage } from "../sources/ports/recognised-page.ts";
import { textTooLong } from "./document-builder.ts";
import { defaultExtractionLimits, type ExtractionLimits, type FormatExtractor } from "./format-extractor.ts";
import { decodeText } from "./plain/charset.ts";
import { extractConversation } from "./plain/conversation-turns.ts";
import { turnsIn } from "./plain/messages.ts";
import { sniff } from "./sniff.ts";
import type { Format } from "./supported-formats.ts";

export interface ExtractedFile {
  readonly bytes: Uint8Array;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly limits?: ExtractionLimits;
  /** Checked between steps; ends in `timeout`. */
  readonly signal?: AbortSignal;
  /** As `ExtractionSource.cameFurther`. */
  readonly cameFurther?: () => void;
  /** Pages read by text recognition; default: none. */
  readonly recognised?: readonly RecognisedPage[] | null;
}

const mayBeChat: ReadonlySet<Format> = new Set<Format>(["markdown", "docx", "odt"]);

const extractors: Readonly<Record<Format, () => Promise<FormatExtractor>>> = {
  text: async () => (await import("./plain/plain-text.ts")).extractText,
  markdown: async () => (await import("./markup/markdown.ts")).extractMarkdown,
  html: async () => (await import("./markup/html.ts")).extractHtml,
  csv: async () => (await import("./plain/delimited.ts")).extractCsv,
  tsv: async () => (await import("./plain/delimited.ts")).extractTsv,
  json: async () => (await import("./plain/json-records.ts")).extractJson,
  jsonl: async () => (await import("./plain/json-records.ts")).extractJsonLines,
  eml: async () => (await import("./plain/mail.ts")).extractMail,
  pdf: async () => (await import("./pdf/pdf.ts")).extractPdf,
  docx: async () => (await import("./office/docx.ts")).extractDocx,
  pptx: async () => (await import("./office/pptx.ts")).extractPptx,
  xlsx: async () => (await import("./office/xlsx.ts")).extractXlsx,
  odt: async () => (await import("./office/open-document.ts")).extractOpenDocument,
  ods: async () => (await import("./office/open-document.ts")).extractOpenDocument,
  odp: async () => (await import("./office/open-document.ts")).extractOpenDocument,
  epub: async () => (await import("./markup/epub.ts")).extractEpub,
  png: async () => (await import("./scans/picture.ts")).extractPicture("png"),
  jpeg: async () => (await import("./scans/picture.ts")).extractPicture("jpeg"),
  webp: async () => (await import("./scans/picture.ts")).extractPicture("webp"),
  tiff: async () => (await import("./scans/picture.ts")).extractPicture("tiff"),
  code: async () => (await import("./plain/plain-text.ts")).extractCode,
};

/** With the type of the bytes. @throws only ExtractionError for bad input; PagesToRecognise where `recognised` lacks pages */
export async function extract(input: ExtractedFile) {
  const limits = input.limits ?? defaultExtractionLimits;
  try {
    // Only the declared type distinguishes conversations from other JSON.
    if (input.declaredType === conversationType)
      return { document: extractConversation({ bytes: input.bytes, limits }), mimeType: conversationType };
    const { format, mimeType, charset } = sniff(input.bytes, input.filename, input.declaredType);
    const extractor = await extractors[format]();
    const text = charset === undefined ? "" : decodeText(input.bytes, charset);
    const { bytes, filename, signal = null, recognised = null, cameFurther = () => {} } = input;
    if (text.length > limits.characters) throw textTooLong(limits.characters);
    const document = await extractor({ bytes, text, filename, limits, signal, recognised, cameFurther });
    return { document: mayBeChat.has(format) ? withMessages(document) : document, mimeType };
  } catch (error) {
    throw asExtractionError(error);
  }
}

/** Whatever a library throws, the file is at fault. The cause is for the log. */
function asExtractionError(error: unknown): Error {
  if (error instanceof ExtractionError || error instanceof PagesToRecognise) return error;
  return new ExtractionError("corrupt_file", "The file is damaged: its content does not follow its format.", error);
}

const longestHead = 400;

function withMessages(document: Document): Document {
  const { text, blocks } = document;
  if (blocks.some(({ kind }) => kind === "turn" || kind === "table_row" || kind === "code")) return document;
  const headOf = ({ start, end }: OutlineBlock) => text.slice(start, Math.min(end, start + longestHead));
  const turnOf = turnsIn(blocks.filter(isText).map(headOf));
  if (turnOf === null) return document;
  const asMessage = (block: OutlineBlock): OutlineBlock => {
    const turn = isText(block) ? turnOf(headOf(block)) : null;
    return turn === null ? block : { kind: "turn", start: block.start, end: block.end, level: 0, turn };
  };
  return { ...document, blocks: blocks.map(asMessage) };
}

const isText = ({ kind }: OutlineBlock) => kind === "paragraph" || kind === "list_item";
