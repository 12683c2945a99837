/** The ingest thread: bytes in, text and chunks out, so that no document holds up a request. */
import { createAnalyzers } from "../analysis/analyzer.ts";
import { readingBytes } from "../analysis/reading/reading-bytes.ts";
import { extract } from "../extraction/extract.ts";
import { chunk } from "../sources/chunker.ts";
import { chunkTurns } from "../sources/conversation/turn-chunks.ts";
import type { Chunk, Document } from "../sources/document.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import type { ExtractedChunk, Extraction } from "../sources/ports/document-ports.ts";
import { codePointCursor } from "../text/code-points.ts";
import { workInBackground } from "./background-priority.ts";
import type { IngestReply, IngestRequest } from "./ingest-messages.ts";

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
    if (error instanceof ExtractionError) return { kind: "refused", code: error.code, message: error.message };
    return { kind: "broken", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function read({ bytes, filename, declaredType, language }: IngestRequest): Promise<Extraction> {
  const { document, mimeType } = await extract({ bytes, filename, declaredType });
  reply({ kind: "stage", stage: "chunking" });
  const { text, title, pageStarts, warnings = [] } = document;
  const cut = isConversation(document) ? chunkTurns : chunk;
  const chunks = complete(text, cut(document, { language }), language);
  return { text, title, pageCount: pageStarts?.length ?? null, warnings, mimeType, chunks };
}

function isConversation({ blocks }: Document): boolean {
  return blocks[0]?.kind === "turn";
}

/** Chunks ascend by start, and a chunk's end never precedes the last one's. */
function complete(text: string, chunks: readonly Chunk[], language: string): ExtractedChunk[] {
  const analyzer = analyzers(language);
  const starts = codePointCursor(text);
  const ends = codePointCursor(text);
  return chunks.map(({ start, end, section, page, turn }) => ({
    from: start,
    to: end,
    start: starts(start),
    end: ends(end),
    section,
    page,
    ...(turn && { turn }),
    reading: readingBytes(text.slice(start, end), analyzer),
  }));
}
