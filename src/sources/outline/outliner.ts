/** Makes the outlines of passages that are stored: reads their document again, and finds its blocks in the stored text. */
import { noOutline } from "../../language/structure/outline.ts";
import { outlineBytes } from "../../language/structure/outline-bytes.ts";
import type { TextSpan } from "../../language/text/sentences.ts";
import type { Extractor } from "../ports/document-ports.ts";
import type { OriginalFiles } from "../ports/store-ports.ts";
import { ReadingPostponed } from "../reading-postponed.ts";

export interface StoredVersion {
  readonly no: number;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly content: string;
  readonly passages: readonly TextSpan[];
}

/** Milliseconds that a document may take. */
const readingTimeout = 120_000;

/**
 * @throws ReadingPostponed if other documents come first; the signal's reason when aborted. A document that cannot be read
 * at all gives outlines without blocks.
 */
export function outliner({
  extractor,
  files,
}: {
  readonly extractor: Extractor;
  readonly files: Pick<OriginalFiles, "read">;
}) {
  return async (version: StoredVersion, language: string, stopping: AbortSignal): Promise<readonly Uint8Array[]> => {
    const { no, content, passages } = version;
    const standing = { text: content, passages: passages.map(({ start, end }) => ({ start, end })) };
    const original = await files.read(no).catch(() => null);
    const { filename, declaredType } = original === null ? asText : version;
    const bytes = () => Promise.resolve(original ?? new TextEncoder().encode(content));
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(readingTimeout)]);
    try {
      const input = { isLong: true, bytes, filename, declaredType, language, standing };
      const { chunks } = await extractor.extract(input, { signal, entered: () => undefined });
      return chunks.map(({ outline }) => outline ?? outlineBytes(noOutline));
    } catch (error) {
      stopping.throwIfAborted();
      if (error instanceof ReadingPostponed) throw error;
      return passages.map(() => outlineBytes(noOutline));
    }
  };
}

const asText = { filename: null, declaredType: "text/plain" };
