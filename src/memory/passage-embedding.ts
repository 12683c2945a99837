import type { Embedding } from "../experts/expert.ts";
import type { Awaitable } from "../kernel/awaitable.ts";
import type { ExpertId } from "../kernel/ids.ts";
import { undetermined } from "../language/find-language.ts";
import { passageUnits } from "../language/structure/passage-units.ts";
import type { TextSpan } from "../language/text/sentences.ts";
import type { Embedder, Embeddings } from "./embedder-ports.ts";
import { readsPassage } from "./index-ports.ts";
import type { DenseRows, Embeddable, MadePassage, PassageScope, VectorRows, WaitingPassage } from "./row-ports.ts";

export interface PassageEmbedding {
  readonly embedder: Embedder;
  readonly vectors: VectorRows;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => Awaitable<void>;
}

const pageSize = 1024;

/** Returns the number of tokens. @throws like `Embedder.embed`; committed batches stay */
export async function embedMissing(work: PassageEmbedding, set: number, scope: PassageScope): Promise<number> {
  const { embedder, vectors, signal, progress } = work;
  const { total, ...before } = await vectors.count(set, scope);
  let { done } = before;
  let tokens = 0;
  for (let after = 0; ; ) {
    const page = await vectors.missing(set, scope, { after, limit: pageSize });
    for (let from = 0; from < page.length; from += embedder.batch) {
      const batch = page.slice(from, from + embedder.batch);
      await progress(done, total);
      const reply = await embedder.embed(batch.map(embeddedText), "passage", signal);
      await vectors.add(
        set,
        batch.map(({ no }, i) => ({ no, vector: reply.vectors[i]! })),
      );
      done += batch.length;
      tokens += reply.tokens;
    }
    if (page.length < pageSize) return tokens;
    after = page.at(-1)?.no ?? after;
  }
}

export async function embedNext(
  { rows, embedder, signal }: { rows: DenseRows; embedder: Embedder; signal: AbortSignal },
  expert: ExpertId,
): Promise<Pick<Embeddings, "tokens"> | null> {
  const passages = await rows.missing(expert, embedder.batch);
  if (passages.length === 0) return null;
  const spoken = passages.filter((passage) => readsPassage(embedder, passage));
  const divided = embedder.dividesPassages === true ? spoken.map(sentencesIn) : null;
  const texts = spoken.map(embeddedText);
  const spans = divided?.map((some, i) => shifted(some, texts[i]!.length - spoken[i]!.text.length));
  const { tokens, ...made } = await embedder.embed(texts, "passage", signal, spans);
  if (made.vectors.length !== spoken.length)
    throw new Error("the embedder gave another number of vectors than of texts");
  const near = spoken.map(({ no }, i): MadePassage<"vector"> => {
    const vectors = made.sentences?.[i];
    const sentences = vectors && divided?.[i]?.flatMap((span, at) => placed(span, vectors[at]));
    return { no, vector: made.vectors[i]!, ...(sentences && { sentences }) };
  });
  const unspoken = new Float32Array(embedder.dimensions ?? 0);
  const others = passages.filter((passage) => !spoken.includes(passage));
  await rows.add(expert, [...near, ...others.map(({ no }) => ({ no, vector: unspoken }))]);
  return { tokens };
}

function sentencesIn({ text, language }: WaitingPassage): readonly TextSpan[] {
  return passageUnits(text, language ?? undetermined).map(({ start, end }) => ({ start, end }));
}

const shifted = (spans: readonly TextSpan[], by: number) =>
  spans.map(({ start, end }) => ({ start: start + by, end: end + by }));

const placed = (span: TextSpan, vector: Float32Array | null | undefined) =>
  vector == null ? [] : [{ ...span, vector }];

/** Many passages say little without title and section. */
function embeddedText({ title, section, text }: Embeddable): string {
  return [title, section, text].filter((part) => part !== "").join("\n");
}

export async function embeddingOf(embedder: Embedder, signal: AbortSignal): Promise<Embedding> {
  const { model, recipe } = embedder;
  const known = embedder.dimensions ?? (await embedder.embed(["dimensions"], "plain", signal)).vectors[0]?.length;
  if (known === undefined) throw new Error("the embedder gave no vector");
  return { model, recipe, dimensions: known };
}
