import type { Embedding } from "../../experts/expert.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import { fits, joining } from "../../memory/embedding-fit.ts";
import { embeddingOf, embedMissing } from "../../memory/passage-embedding.ts";
import type { IngestJob } from "../ports/queue-ports.ts";
import { otherModel } from "./ingest-failure.ts";
import type { StepTools } from "./ingest-step.ts";

/** Milliseconds, repetitions of the call included. */
const batchTimeout = 600_000;

/** Null: the version gets no vectors before it is ready. @throws EmbeddingError when the memory is of another model */
export async function embedderFor(tools: StepTools, job: IngestJob): Promise<Embedder | null> {
  const { embedder, vectors } = tools;
  const standing = await vectors.standing(job.expertId);
  const how = joining(standing, embedder);
  if (how === "refused" && standing.embedding !== null) throw otherModel(job.expertId, standing.embedding, embedder);
  if (how === "vectors") return embedder;
  if (how === "words" && embedder !== null) advise(tools, job);
  return null;
}

function advise({ advised, log }: StepTools, { expertId }: IngestJob): void {
  if (advised.has(expertId)) return;
  advised.add(expertId);
  log.warn("ingest.by_words_alone", { expert: expertId, remedy: `docent reindex ${expertId}` });
}

export interface VersionEmbedding {
  readonly embedding: Embedding;
  readonly set: number;
  readonly tokens: number;
}

/** @param title in the document @throws EmbeddingError, Fault `upstream_model_error`, `upstream_timeout` */
export async function embedVersion(
  tools: StepTools & { readonly embedder: Embedder },
  job: IngestJob,
  title: string | null,
): Promise<VersionEmbedding> {
  const { embedder, vectors, signal, within, queue, clock } = tools;
  within("embedding", batchTimeout);
  const embedding = await embeddingOf(embedder, signal);
  const { embedding: counting, isEmpty } = await vectors.standing(job.expertId);
  if (!isEmpty && counting !== null && !fits(counting, embedding)) throw otherModel(job.expertId, counting, embedding);
  const set = await vectors.open(job.expertId, embedding);
  const progress = async (done: number, total: number) => {
    within("embedding", batchTimeout);
    await queue.progress(job, "embedding", { done, total, at: clock.now() });
  };
  const scope = { versionNo: job.versionNo, title };
  await vectors.inherit(set, scope);
  const tokens = await embedMissing({ embedder, vectors, signal, progress }, set, scope);
  return { embedding, set, tokens };
}
