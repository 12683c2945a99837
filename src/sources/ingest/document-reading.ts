/** Turns a version's bytes into committed text and chunks. */
import { nextTurn } from "../../kernel/pause.ts";
import type { Embedder } from "../../memory/embedder-ports.ts";
import type { NewPassage } from "../../memory/reading-ports.ts";
import type { JobOutcome } from "../../runner/job-kind.ts";
import { readOriginal } from "../original-reading.ts";
import type { ExtractedChunk, ExtractedText } from "../ports/document-ports.ts";
import type { IngestJob } from "../ports/queue-ports.ts";
import { isReadWith } from "../ports/recognised-page.ts";
import type { StepTools } from "./ingest-step.ts";
import { embedderFor, embedVersion, type VersionEmbedding } from "./version-embedding.ts";

const chunksAtOnce = 64;

/** @throws ExtractionError, EmbeddingError, StageTimeout, PagesToRecognise, Fault of the disk or the model server */
export async function readDocument(tools: StepTools, job: IngestJob): Promise<JobOutcome> {
  const { files, extractor, signal } = tools;
  const embedder = await embedderFor(tools, job);
  const bytes = () => readOriginal({ id: job.sourceId }, () => files.read(job.versionNo));
  const { filename, declaredType, language } = job;
  const recognised = await pagesFor(tools, job);
  const extraction = await extractor.extract(
    { bytes, filename, declaredType, language, recognised },
    { signal, entered: (stage) => tools.enterBriefly(stage) },
  );
  tools.leavePlace();
  signal.throwIfAborted();
  await store({ ...tools, embedder }, job, extraction);
  return "done";
}

/** Null: no recogniser, and no pages recognised before. */
async function pagesFor({ recogniser, recognised }: StepTools, { versionNo }: IngestJob) {
  const kept = await recognised.of(versionNo);
  if (recogniser === null) return kept.length === 0 ? null : kept;
  return kept.filter((page) => isReadWith(page, recogniser));
}

async function store(tools: StepTools, job: IngestJob, extraction: ExtractedText): Promise<void> {
  const { embedder } = tools;
  const stage = embedder === null ? "indexing" : "embedding";
  const isBrief = embedder === null && extraction.chunks.length <= chunksAtOnce;
  (isBrief ? tools.enterBriefly : tools.enter)(stage, extraction.chunks.length);
  const lastChunks = await storeAhead(tools, job, extraction, stage);
  const embedded = embedder === null ? null : await embed({ ...tools, embedder }, job, extraction, lastChunks);
  if (!(await commit(tools, job, extraction, embedded, embedded === null ? lastChunks : []))) return;
  tools.log.debug("ingest.ready", { source: job.sourceId, chunks: extraction.chunks.length });
  const { expertId: id, language } = job;
  const { embedding } = await tools.vectors.standing(id);
  await tools.memory.refresh({ id, language, embedding }, extraction.chunks.length);
}

/** Stores all chunks but the last in hidden batches; the final transaction makes all visible. */
async function storeAhead(
  tools: StepTools,
  job: IngestJob,
  extraction: ExtractedText,
  stage: string,
): Promise<NewPassage[]> {
  const { queue, clock, signal } = tools;
  const { text, chunks } = extraction;
  let done = 0;
  for (; done + chunksAtOnce < chunks.length; done += chunksAtOnce) {
    if (!(await queue.addChunks(job, withTexts(chunks.slice(done, done + chunksAtOnce), text)))) break;
    const stored = stage === "indexing" ? done : 0;
    await queue.progress(job, stage, { done: stored, total: chunks.length, at: clock.now() });
    await nextTurn();
    signal.throwIfAborted();
  }
  return withTexts(chunks.slice(done), text);
}

export function withTexts(chunks: readonly ExtractedChunk[], text: string): NewPassage[] {
  return chunks.map(({ from, to, ...place }) => ({ ...place, text: text.slice(from, to) }));
}

async function embed(
  tools: StepTools & { readonly embedder: Embedder },
  job: IngestJob,
  extraction: ExtractedText,
  lastChunks: readonly NewPassage[],
): Promise<VersionEmbedding> {
  await tools.queue.addChunks(job, lastChunks);
  return embedVersion(tools, job, extraction.title);
}

function commit(
  tools: StepTools,
  job: IngestJob,
  extraction: ExtractedText,
  embedded: VersionEmbedding | null,
  lastChunks: readonly NewPassage[],
): Promise<boolean> {
  const { text, chunks, title, mimeType, pageCount, warnings, language } = extraction;
  const { workspaceId, expertId, keyId } = job;
  const facts = { title, mimeType, pageCount, warnings, language, content: text, chunkCount: chunks.length };
  return tools.queue.complete(
    job,
    { ...facts, lastChunks, vectorSet: embedded?.set ?? null },
    {
      workspaceId,
      expertId,
      keyId,
      at: tools.clock.now(),
      add: { chunks: chunks.length, embeddingTokens: embedded?.tokens ?? 0 },
    },
  );
}
