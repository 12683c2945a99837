/**
 * A model of meaning from a list of synonyms: every word is a vocabulary entry, and words of one line share an entry. It
 * supports English, is deterministic, and needs no pack.
 */
import type { SenseEncoder, SenseModel, SenseText, SenseVector } from "../../../src/memory/sense.ts";

const meanings = ["filter cartridge", "replace change swap", "buy purchase acquire", "cat feline kitten"];

const meaningOf = new Map(meanings.flatMap((line) => line.split(" ").map((word) => [word, line.split(" ")[0]!])));

/** Like those of a real vocabulary, below 30,522. */
const entryOf = (word: string) => Number(Bun.hash.xxHash32(meaningOf.get(word) ?? word)) % 30_000;

function entriesOf(text: string): readonly (readonly [term: number, word: string, times: number])[] {
  const words = (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => meaningOf.get(word) ?? word);
  const times = Map.groupBy(words, entryOf);
  return [...times].map(([term, some]) => [term, some[0]!, some.length] as const).toSorted((a, b) => a[0] - b[0]);
}

export function fakeSenseOf({ title, text }: SenseText): SenseVector {
  const entries = entriesOf(`${title} ${text}`);
  return {
    terms: Uint16Array.from(entries, ([term]) => term),
    weights: Uint8Array.from(entries, ([, , times]) => Math.min(255, 63 + times)),
  };
}

export function fakeSenseModel(name = "synonyms 1"): SenseModel {
  const words = new Map<number, string>();
  return {
    name,
    speaks: (language) => language.split("-")[0] === "en",
    encodeQuestion: (question) => {
      const entries = entriesOf(question);
      for (const [term, word] of entries) words.set(term, word);
      return {
        terms: Uint16Array.from(entries, ([term]) => term),
        weights: Float32Array.from(entries, ([, , times]) => times),
      };
    },
    entry: (term) => words.get(term) ?? `entry ${term}`,
  };
}

export interface FakeSenseEncoder extends SenseEncoder {
  /** The texts of each batch, in order of arrival. */
  readonly batches: string[][];
  /** The outcome of the next batches. `hang`: they never end, even if aborted. */
  behave(how: "well" | "badly" | "hang"): void;
  /** Called with each batch before it is encoded. */
  meanwhile: () => unknown;
}

export function fakeSenseEncoder(model = "synonyms 1", batch = 2): FakeSenseEncoder {
  const batches: string[][] = [];
  let manner: "well" | "badly" | "hang" = "well";
  const encoder: FakeSenseEncoder = {
    model,
    batch,
    batches,
    meanwhile: () => undefined,
    behave: (how) => {
      manner = how;
    },
    encode: async (texts, signal) => {
      batches.push(texts.map(({ text }) => text));
      await encoder.meanwhile();
      if (manner === "hang") return new Promise<never>(() => undefined);
      if (manner === "badly") throw new Error("the thread ended");
      signal.throwIfAborted();
      return texts.map(fakeSenseOf);
    },
  };
  return encoder;
}
