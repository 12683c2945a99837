import type { SenseQuestion, SenseVector } from "../../src/memory/sense.ts";
import { openSenseModel } from "../../src/models/sense-model.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { passages, questions } from "../corpus.ts";
import { docentWith, type KnownSense } from "./docent-peer.ts";
import type { MakePeer } from "./peer.ts";

/** Passages that are encoded by the model. To encode all would take hours. */
const encoded = 600;

/** Vectors that are put together from those, each of two, so that entries are as frequent as they are in real text. */
const composed = 8192;

/** Questions asked in a run, warm-up included: as `questions` gives them. */
const asked = 2020;

/** The index with the sense of its passages, and questions by words and sense that have been encoded already. */
export const sensePeer: MakePeer = (folder) => docentWith(folder, knownSense());

function knownSense(): KnownSense {
  const model = openSenseModel();
  const real = [...passages(encoded, 3)].map((passage) => model.encodePassage(passage));
  const random = seededRandom(4);
  const pool = Array.from({ length: composed }, () => compose(real, random));
  const known = new Map(questions(asked).map((question) => [question, model.encodeQuestion(question)]));
  return {
    model: model.name,
    ofPassage: (no) => pool[no % composed]!,
    ofQuestion: (question): SenseQuestion => known.get(question) ?? model.encodeQuestion(question),
  };
}

/** Each entry of two passages with a chance of a half. */
function compose(real: readonly SenseVector[], random: ReturnType<typeof seededRandom>): SenseVector {
  const chosen = new Map<number, number>();
  for (const { terms, weights } of [real[random.below(encoded)]!, real[random.below(encoded)]!]) {
    for (const [i, term] of terms.entries()) if (random.below(2) === 0) chosen.set(term, weights[i]!);
  }
  const entries = [...chosen].sort((a, b) => a[0] - b[0]);
  return {
    terms: Uint16Array.from(entries, ([term]) => term),
    weights: Uint8Array.from(entries, ([, weight]) => weight),
  };
}
