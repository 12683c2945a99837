/** The stores of vectors with an expert whose sources become ready at once, over any database. */
import type { PassageReader } from "../../../src/answering/ports.ts";
import type { Embedding } from "../../../src/experts/expert.ts";
import { reindex } from "../../../src/memory/reindexing.ts";
import type { DenseRows, PassageRows, VectorRows } from "../../../src/memory/row-ports.ts";
import type { IngestJob } from "../../../src/sources/ports/queue-ports.ts";
import type { NewVersion } from "../../../src/sources/ports/store-ports.ts";
import { fakeEmbedder } from "../fakes/fake-embedder.ts";
import { extractionOf } from "../fakes/scripted-extractor.ts";
import { addVersion, expert, resultOf, type SourceSubject, usage } from "./source-stores.ts";

export interface VectorSubject extends SourceSubject {
  readonly vectors: VectorRows;
  readonly dense: (embedding: Embedding) => DenseRows;
  readonly rows: PassageRows;
  readonly reader: PassageReader;
  /** The number of rows in all sets. */
  stored(): Promise<number>;
}

export const small = { model: "small", recipe: "plain", dimensions: 2 };
export const large = { model: "large", recipe: "plain", dimensions: 3 };
export const reindexing = { dense: null, signal: new AbortController().signal, progress: () => undefined };

const talk = { title: "Talk", externalId: "talk", type: "conversation" as const };

/** Takes a new version from the queue and stores its passages: each line is one. */
export async function readPassages(
  subject: SourceSubject,
  text: string,
  more: Partial<NewVersion>,
): Promise<IngestJob> {
  await addVersion(subject, text, more);
  const job = (await subject.queue.claim("read", 1000))[0]!;
  const chunks = extractionOf(text).chunks.map(({ from, to, ...place }) => ({ ...place, text: text.slice(from, to) }));
  await subject.queue.addChunks(job, chunks);
  return job;
}

/** Makes it ready. */
export async function completeVersion(
  { queue }: SourceSubject,
  job: IngestJob,
  text: string,
  vectorSet: number | null = null,
): Promise<void> {
  const result = { ...resultOf(text), chunkCount: text.split("\n").length, lastChunks: [], vectorSet };
  if (!(await queue.complete(job, result, usage))) throw new Error("it was not completed");
}

export function vectorWorld(subject: VectorSubject) {
  const { rows, vectors, dense } = subject;
  const ready = async (text: string, more: Partial<NewVersion>) => {
    const job = await readPassages(subject, text, more);
    await completeVersion(subject, job, text);
    return (await subject.store.byId(expert, job.sourceId))!;
  };
  return {
    ...subject,
    id: expert,
    /** Each line becomes a passage. */
    addSource: (text: string) => ready(text, {}),
    /** Each line becomes a turn of the same conversation. */
    converse: (text: string) => ready(text, talk),
    /** Embeds up to so many passages. */
    embed: async (limit: number, embedding: Embedding) => {
      const some = await dense(embedding).missing(expert, limit);
      const embedded = some.map(({ no }) => ({ no, vector: new Float32Array(embedding.dimensions).fill(no) }));
      return dense(embedding).add(expert, embedded);
    },
    waitingTexts: async (embedding: Embedding) => (await dense(embedding).missing(expert, 99)).map(({ text }) => text),
    vectorLengths: async () => {
      const lengths: (number | null)[] = [];
      for await (const batch of rows.allPassages(expert))
        lengths.push(...batch.map(({ vector }) => vector?.length ?? null));
      return lengths;
    },
    reindexed: (embedding: Embedding) => reindex({ ...reindexing, vectors, embedder: fakeEmbedder(embedding) }, expert),
  };
}
