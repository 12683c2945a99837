/** The ingest thread: bytes in, text and chunks out, so that no document holds up a request. */
import { extract } from "../extraction/extract.ts";
import { chunk } from "../sources/chunker.ts";
import { ExtractionError } from "../sources/extraction-error.ts";
import type { IngestReply, IngestRequest } from "./ingest-messages.ts";

declare const self: Worker;

self.onmessage = async ({ data }: MessageEvent<IngestRequest>) => {
  self.postMessage(await replyTo(data));
};

async function replyTo({ bytes, filename, declaredType, language }: IngestRequest): Promise<IngestReply> {
  try {
    const { document, mimeType } = await extract({ bytes, filename, declaredType });
    const { text, title, pageStarts } = document;
    const chunks = chunk(document, { language });
    return { kind: "done", extraction: { text, title, pageCount: pageStarts?.length ?? null, mimeType, chunks } };
  } catch (error) {
    if (error instanceof ExtractionError) return { kind: "refused", code: error.code, message: error.message };
    return { kind: "broken", description: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
