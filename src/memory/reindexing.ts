/** In committed batches. With a server the switch is one transaction at the end; with a model pack it comes first. */
import type { Embedding } from "../experts/expert.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { nextTurn } from "../kernel/pause.ts";
import type { Embedder } from "./embedder-ports.ts";
import { embeddingOf, embedMissing, embedNext } from "./passage-embedding.ts";
import type { DenseRows, VectorRows } from "./row-ports.ts";

export interface Reindexing {
  readonly embedder: Embedder | null;
  /** Null: the embedder does not work in the background. */
  readonly dense: DenseRows | null;
  readonly vectors: VectorRows;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

export interface Reindexed {
  readonly embedding: Embedding | null;
  readonly passages: number;
  readonly tokens: number;
}

const sweptAtOnce = 500;

export async function reindex(work: Reindexing, expertId: ExpertId): Promise<Reindexed> {
  const { vectors } = work;
  // From a run that ended after its switch.
  await sweep(vectors, expertId);
  const passages = (await vectors.count(null, { expertId })).total;
  const embedded = passages === 0 ? null : await embedAll(work, expertId);
  if (embedded === null) await vectors.use(expertId, null);
  await sweep(vectors, expertId);
  return { embedding: embedded?.embedding ?? null, passages, tokens: embedded?.tokens ?? 0 };
}

async function embedAll({ embedder, ...work }: Reindexing, expertId: ExpertId) {
  if (embedder === null) return null;
  const embedding = await embeddingOf(embedder, work.signal);
  if (work.dense !== null)
    return { embedding, tokens: await embedWaiting({ ...work, embedder }, work.dense, expertId) };
  const set = await work.vectors.openAnew(expertId, embedding);
  let tokens = 0;
  // A server may add passages meanwhile.
  do tokens += await embedMissing({ ...work, embedder }, set, { expertId });
  while (!(await work.vectors.use(expertId, set)));
  return { embedding, tokens };
}

async function embedWaiting(
  { embedder, signal, progress }: Reindexing & { readonly embedder: Embedder },
  rows: DenseRows,
  expertId: ExpertId,
): Promise<number> {
  await rows.adopt();
  await rows.claim(expertId);
  for (let tokens = 0; ; ) {
    const counted = await rows.count(expertId);
    if (counted !== null && counted.done < counted.total) progress(counted.done, counted.total);
    const some = await embedNext({ rows, embedder, signal }, expertId);
    if (some === null) return tokens;
    tokens += some.tokens;
  }
}

async function sweep(vectors: VectorRows, expertId: ExpertId): Promise<void> {
  while ((await vectors.sweep(expertId, sweptAtOnce)) > 0) await nextTurn();
}
