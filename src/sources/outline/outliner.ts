/** Reads the document of stored passages again, for their outlines or to cut its text again. */
import { noOutline } from "../../language/structure/outline.ts";
import { outlineBytes } from "../../language/structure/outline-bytes.ts";
import type { Outlining, UnoutlinedVersion } from "../../memory/reading-ports.ts";
import { withTexts } from "../ingest/document-reading.ts";
import { ReadingPostponed } from "../ingest/ingest-failure.ts";
import type { ExtractedChunk, Extractor, RecognisedPages, UnchangedPassage } from "../ports/document-ports.ts";
import type { OriginalFiles } from "../ports/store-ports.ts";

const readingTimeout = 120_000;

/** An unreadable document gives outlines without blocks. @throws ReadingPostponed; the signal's reason */
export function outliner({
  extractor,
  files,
  recognised,
}: {
  readonly extractor: Extractor;
  readonly files: Pick<OriginalFiles, "read">;
  readonly recognised: Pick<RecognisedPages, "of">;
}) {
  return async (version: UnoutlinedVersion, language: string, stopping: AbortSignal): Promise<Outlining> => {
    const { no, content, passages, isFixed } = version;
    const standing = { text: content, passages: passages.map(standingPassage), isFixed };
    const original = await files.read(no).catch(() => null);
    const { filename, declaredType } = original === null ? asText : version;
    const pages = await recognised.of(no);
    const read = pages.length > 0 && { recognised: pages };
    const bytes = () => Promise.resolve(original ?? new TextEncoder().encode(content));
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(readingTimeout)]);
    try {
      const input = { bytes, filename, declaredType, language, standing, ...read };
      const { chunks } = await extractor.extract(input, { signal, entered: () => undefined });
      if (!areAtSamePlaces(chunks, passages)) return { passages: withTexts(chunks, content) };
      return { outlines: chunks.map(({ outline }) => outline ?? outlineBytes(noOutline)) };
    } catch (error) {
      stopping.throwIfAborted();
      if (error instanceof ReadingPostponed) throw error;
      return { outlines: passages.map(() => outlineBytes(noOutline)) };
    }
  };
}

const standingPassage = ({ start, end, section, page }: UnchangedPassage) => ({ start, end, section, page });

function areAtSamePlaces(chunks: readonly ExtractedChunk[], passages: readonly UnchangedPassage[]): boolean {
  return chunks.length === passages.length && chunks.every(({ start }, i) => start === passages[i]!.start);
}

const asText = { filename: null, declaredType: "text/plain" };
