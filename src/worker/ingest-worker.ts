/** Turns bytes into text and chunks, so that no document delays a request. */

import { extract } from "../extraction/extract.ts";
import {
  autoLanguage,
  findLanguages,
  findMainLanguage,
  followedLanguage,
  undetermined,
} from "../language/find-language.ts";
import { outlined } from "../language/structure/document-outline.ts";
import { outlineFrom } from "../language/structure/outline-bytes.ts";
import { readingBytes, readingStamp } from "../language/structure/reading-bytes.ts";
import { codePointCursor, utf16Cursor } from "../language/text/code-points.ts";
import { createAnalyzers } from "../language/words/analyzer.ts";
import { isLongTable } from "../sources/chunker.ts";
import { cutDocument } from "../sources/conversation/turn-chunks.ts";
import type { Document, DocumentChunk } from "../sources/document.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import { passageOutlines } from "../sources/outline/passage-outlines.ts";
import { cutAgain, inStandingText } from "../sources/outline/standing-outline.ts";
import type { ExtractedChunk, ExtractedText, StandingText } from "../sources/ports/document-ports.ts";
import { PagesToRecognise } from "../sources/ports/recognised-page.ts";
import type { IngestReply, IngestRequest } from "./reading/threaded-extractor.ts";
import { described, workInBackground } from "./thread-serving.ts";

declare const self: Worker;

const analyzers = createAnalyzers();

workInBackground();

self.onmessage = async ({ data }: MessageEvent<IngestRequest>) => {
  reply(await replyTo(data));
};

function reply(message: IngestReply): void {
  self.postMessage(message);
}

async function replyTo(request: IngestRequest): Promise<IngestReply> {
  try {
    return { kind: "done", extraction: await read(request) };
  } catch (error) {
    if (error instanceof PagesToRecognise) return { kind: "pictures", pages: error.pages };
    if (error instanceof ExtractionError) return { kind: "refused", code: error.code, message: error.message };
    return { kind: "broken", description: described(error) };
  }
}

async function read({ standing, ...request }: IngestRequest): Promise<ExtractedText> {
  const { document: extracted, mimeType } = await extractFor(request, standing);
  const isLong = isLongTable(extracted);
  const tellCutting = () => reply({ kind: "stage", stage: "chunking" });
  const cameFurther = () => {
    if (!isLong) return;
    tellCutting();
    // The last step's garbage takes as much memory as the next one needs.
    Bun.gc(true);
  };
  tellCutting();
  cameFurther();
  const set = request.language;
  const language = followedLanguage(set, findMainLanguage(extracted.text, expectedIn(set)));
  if (standing !== undefined) {
    const document = outlined(inStandingText(extracted, standing.text), language);
    return { ...unread, text: standing.text, chunks: standingChunks(document, standing, { language, set }) };
  }
  const document = outlined(extracted, language);
  cameFurther();
  const chunks = cutDocument(document, { language });
  cameFurther();
  const { text, title, pageStarts, warnings = [] } = document;
  const found = complete(document, chunks, set, cameFurther);
  return { text, title, pageCount: pageStarts?.length ?? null, warnings, mimeType, ...found };
}

const expectedIn = (set: string) => (set === autoLanguage ? [] : [set]);

async function extractFor({ standing: _, language: __, ...given }: IngestRequest, standing: StandingText | undefined) {
  try {
    return await extract({ ...given, cameFurther: () => reply({ kind: "stage", stage: "extracting" }) });
  } catch (error) {
    if (standing === undefined) throw error;
    return extract({ bytes: new TextEncoder().encode(standing.text), filename: null, declaredType: "text/plain" });
  }
}

const unread = { title: null, pageCount: null, warnings: [], mimeType: "", language: undetermined } as const;

function standingChunks(
  document: Document,
  { passages, isFixed }: StandingText,
  { language, set }: { readonly language: string; readonly set: string },
): readonly ExtractedChunk[] {
  const [starts, ends] = [utf16Cursor(document.text), utf16Cursor(document.text)];
  const spans = passages.map((passage) => ({ ...passage, start: starts(passage.start), end: ends(passage.end) }));
  const cuts = isFixed ? null : cutAgain(document, spans, { language });
  if (cuts !== null) return complete(document, cuts, set, () => {}).chunks;
  return passageOutlines(document, spans).map((outline, i) => {
    return { ...passages[i]!, from: spans[i]!.start, to: spans[i]!.end, outline };
  });
}

/** The chunks' starts ascend, and so do their ends. */
function complete(
  document: Document,
  chunks: readonly DocumentChunk[],
  set: string,
  cameFurther: () => void,
): Pick<ExtractedText, "chunks" | "language"> {
  const { text } = document;
  const texts = chunks.map(({ start, end }) => text.slice(start, end));
  const found = findLanguages(texts, expectedIn(set));
  cameFurther();
  const outlines = passageOutlines(document, chunks);
  cameFurther();
  const isLong = isLongTable(document);
  const readingOf = (own: string, spoken: string | null, outline: Uint8Array) => {
    const analyzer = analyzers(followedLanguage(set, spoken));
    return isLong ? readingStamp(analyzer) : readingBytes(own, analyzer, outlineFrom(outline, own).blocks);
  };
  const starts = codePointCursor(text);
  const ends = codePointCursor(text);
  const completed = chunks.map(({ start, end, section, page, turn }, i) => ({
    from: start,
    to: end,
    start: starts(start),
    end: ends(end),
    section,
    page,
    ...(turn && { turn }),
    language: found.parts[i] ?? null,
    reading: readingOf(texts[i]!, found.parts[i] ?? found.document, outlines[i]!),
    outline: outlines[i]!,
  }));
  return { chunks: completed, language: found.document ?? undetermined };
}
