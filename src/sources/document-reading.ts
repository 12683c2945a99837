/** The second lane: a version's bytes become text and chunks, and these are committed. */
import type { JobTools, Outcome } from "./ingest-pipeline.ts";
import type { ExtractedChunk, Extraction, IngestJob } from "./ports.ts";

/** Chunks written before requests get their turn: some milliseconds of work. */
const chunksAtOnce = 250;

/** @throws ExtractionError, StageTimeout, Fault `storage_full` */
export async function readDocument(tools: JobTools, job: IngestJob): Promise<Outcome> {
  const { files, extractor, stages } = tools;
  const bytes = () => files.read(job.versionNo);
  const { filename, declaredType, language } = job;
  const extraction = await extractor.extract(
    { bytes, filename, declaredType, language },
    { signal: stages.signal, entered: (stage) => tools.enter(stage) },
  );
  stages.signal.throwIfAborted();
  tools.enter("indexing", extraction.chunks.length);
  if (await commit(tools, job, extraction)) {
    tools.log.info("ingest.ready", { source: job.sourceId, chunks: extraction.chunks.length });
    const expert = { id: job.expertId, profile: { language: job.language, embedding: null } };
    await tools.memory.refresh(expert);
  }
  return "settled";
}

/** All but the last chunks go ahead in pieces, unseen; the transaction that shows them all brings the last. */
async function commit(tools: JobTools, job: IngestJob, extraction: Extraction): Promise<boolean> {
  const { queue, clock, stages } = tools;
  const { text, chunks, title, mimeType, pageCount } = extraction;
  const withText = (slice: readonly ExtractedChunk[]) =>
    slice.map(({ from, to, ...place }) => ({ ...place, text: text.slice(from, to) }));
  let done = 0;
  for (; done + chunksAtOnce < chunks.length; done += chunksAtOnce) {
    if (!queue.addChunks(job, withText(chunks.slice(done, done + chunksAtOnce)))) break;
    queue.progress(job, "indexing", { done, total: chunks.length, at: clock.now() });
    await new Promise<void>((go) => setImmediate(go));
    stages.signal.throwIfAborted();
  }
  const lastChunks = withText(chunks.slice(done));
  const { workspaceId, expertId, keyId } = job;
  return queue.complete(
    job,
    { title, mimeType, pageCount, content: text, chunkCount: chunks.length, lastChunks },
    { workspaceId, expertId, keyId, at: clock.now(), add: { chunks: chunks.length } },
  );
}
