/** Compares a text with its document, which is read again in a thread of its own. */
import { threadedExtractor } from "../worker/reading/threaded-extractor.ts";
import { workerEntries } from "../worker-entries.ts";

export interface OriginalText {
  readonly path: string;
  readonly filename: string | null;
  readonly declaredType: string | null;
  readonly language: string;
  readonly text: string;
}

export interface DocumentVerifier extends Disposable {
  matches(document: OriginalText): Promise<boolean>;
}

const readingTimeout = 120_000;

export function openDocumentVerifier(): DocumentVerifier {
  const extractor = threadedExtractor({ entry: workerEntries.ingest() });
  return {
    matches: async ({ path, filename, declaredType, language, text }) => {
      const input = { bytes: () => Bun.file(path).bytes(), filename, declaredType, language };
      const watch = { signal: AbortSignal.timeout(readingTimeout), entered: () => undefined };
      try {
        return (await extractor.extract(input, watch)).text === text;
      } catch {
        return false;
      }
    },
    [Symbol.dispose]: () => extractor.close(),
  };
}
