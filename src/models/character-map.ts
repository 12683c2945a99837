/** Ascending: `from[i]` becomes `become[ends[i − 1]:ends[i]]`. */
export interface CharacterMap {
  readonly from: Uint32Array;
  readonly ends: Uint32Array;
  readonly become: Uint32Array;
}

const space = "\u2581";

/** A character with marks, or with vowels and final consonants of Hangul. */
const sequences = /[^\p{M}\u1161-\u11ff](?:[\p{M}\u1161-\u11ff])+/gu;

/** Keeps the order of marks, unlike NFC, as the model's tokenizer does. */
function composed(sequence: string): string {
  let [before = "", ...rest] = sequence;
  let done = "";
  for (const mark of rest) {
    const both = (before + mark).normalize("NFC");
    const isOne = both.length === String.fromCodePoint(both.codePointAt(0) ?? 0).length;
    if (!isOne) done += before;
    before = isOne ? both : mark;
  }
  return done + before;
}

/** Also puts ▁ before words. Lone surrogates become U+FFFD. */
export function createNormaliser({ from, ends, become }: CharacterMap): (text: string) => string {
  const replacements = new Map<string, string>();
  for (let at = 0; at < from.length; at++) {
    const result = become.subarray(at === 0 ? 0 : ends[at - 1]!, ends[at]!);
    replacements.set(String.fromCodePoint(from[at]!), String.fromCodePoint(...result));
  }
  return (text) => {
    let mapped = "";
    for (const character of text.toWellFormed()) mapped += replacements.get(character) ?? character;
    const words = mapped
      .replace(sequences, composed)
      .split(" ")
      .filter((word) => word !== "");
    return words.map((word) => space + word).join("");
  };
}
