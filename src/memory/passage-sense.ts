import type { ExpertId } from "../kernel/ids.ts";
import { untilAborted } from "../kernel/pause.ts";
import { readsPassage } from "./index-ports.ts";
import type { DerivedRows } from "./row-ports.ts";
import type { SenseEncoder, SenseModel, SenseVector } from "./sense.ts";

export interface PassageSense {
  readonly rows: DerivedRows<"sense">;
  readonly model: Pick<SenseModel, "speaks">;
  readonly encoder: SenseEncoder;
  readonly signal: AbortSignal;
}

export async function encodeNext({ rows, model, encoder, signal }: PassageSense, expert: ExpertId): Promise<number> {
  const passages = await rows.missing(expert, encoder.batch);
  if (passages.length === 0) return 0;
  const spoken = passages.filter((passage) => readsPassage(model, passage));
  const senses = spoken.length === 0 ? [] : await untilAborted(encoder.encode(spoken, signal), signal);
  if (senses.length !== spoken.length) throw new Error("the encoder gave another number of vectors than of texts");
  await rows.add(
    expert,
    passages.map((passage) => ({ no: passage.no, sense: senses[spoken.indexOf(passage)] ?? unspoken })),
  );
  return passages.length;
}

/** For passages in other languages than the model's. */
const unspoken: SenseVector = { terms: new Uint16Array(0), weights: new Uint8Array(0) };

/** Returns the number of passages. @throws like `encodeNext`; committed batches are kept */
export async function encodeAll(
  { progress, ...work }: PassageSense & { readonly progress: (done: number, total: number) => void },
  expert: ExpertId,
): Promise<number> {
  await work.rows.adopt();
  for (let taken = 0; ; ) {
    const { done, total } = await work.rows.count(expert);
    if (done < total) progress(done, total);
    const some = await encodeNext(work, expert);
    if (some === 0) return taken;
    taken += some;
  }
}
