/**
 * The files that the worker threads start from. In the executable an entry is found from the top of the bundle only, so
 * these addresses are made in a file beside the main entry; the bundler recognises each by this very expression.
 */
export const workerEntries = {
  ingest: () => new URL("./worker/ingest-worker.ts", import.meta.url),
  recognition: () => new URL("./worker/recognition-worker.ts", import.meta.url),
  sense: () => new URL("./worker/sense-worker.ts", import.meta.url),
  dense: () => new URL("./worker/dense-worker.ts", import.meta.url),
  answer: () => new URL("./worker/answer-worker.ts", import.meta.url),
  rerank: () => new URL("./worker/rerank-worker.ts", import.meta.url),
  backup: () => new URL("./worker/backup-worker.ts", import.meta.url),
  folder: () => new URL("./worker/folder-worker.ts", import.meta.url),
  checkpoint: () => new URL("./worker/checkpoint-worker.ts", import.meta.url),
} as const;
