/** Compares a text with its document, which is read again in a thread of its own. */
import type { TextVerifier } from "../store/sqlite/archives/import-rows.ts";
import { threadedExtractor } from "../worker/reading/threaded-extractor.ts";
import { workerEntries } from "../worker-entries.ts";

export interface DocumentVerifier extends Disposable {
  readonly matches: TextVerifier;
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
