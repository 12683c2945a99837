/** Names, compared by sound across scripts, and numbers survive translation, which vectors distinguish less well. */
import { withAsciiDigits } from "../../language/text/scripts.ts";
import { likeness, soundsOf, spokenForms, type WordSounds } from "../../language/text/word-sounds.ts";

/** The least likeness of two spellings. From 0.76 to 0.85 in two scripts, and above 0.8 in one, it hardly matters. */
const leastLikeness = { otherScript: 0.8, sameScript: 0.9 };
/** From this likeness on, a passage has the name, which makes it less telling for others. */
const ownedFrom = 0.85;
/** The share that the least likeness counts. */
const leastShare = 1 / 3;
/** The least weight of a word's sounds: shorter words are alike by chance. */
const leastWeight = 2.8;
/** For texts that are hardly divided into words. */
const mostWords = 64;
const longestWord = 32;

/** For each text, how many of the question's names and numbers it has; rarer ones count more, up to 1. */
export function sharedNames(question: string, texts: readonly string[]): number[] {
  const found = [...namesIn(question, texts), ...numbersIn(question, texts)];
  return texts.map((_, at) => found.reduce((sum, shares) => sum + shares[at]! * rarity(shares), 0));
}

/** For each word of the question, its share (0 to 1) in each text. */
function namesIn(question: string, texts: readonly string[]): number[][] {
  const there = texts.map(wordsOf);
  const sounds = new Map<string, WordSounds>();
  for (const word of there.flat()) if (!sounds.has(word)) sounds.set(word, soundsOf(word));
  return wordsOf(question)
    .slice(0, mostWords)
    .map((word) => {
      const shares = sharesOf(word, sounds);
      return there.map((words) => words.reduce((most, other) => Math.max(most, shares.get(other) ?? 0), 0));
    });
}

/** The words that sound like this one, with their shares. */
function sharesOf(word: string, sounds: ReadonlyMap<string, WordSounds>): ReadonlyMap<string, number> {
  const forms = spokenForms(word).filter(({ weight }) => weight >= leastWeight);
  const least = isLatin.test(word) ? leastLikeness.sameScript : leastLikeness.otherScript;
  const shares = new Map<string, number>();
  if (forms.length === 0) return shares;
  for (const [other, said] of sounds) {
    if (said.weight < leastWeight) continue;
    const best = forms.reduce((most, form) => (isNear(form, said) ? Math.max(most, likeness(form, said)) : most), 0);
    if (best >= least) shares.set(other, leastShare + ((best - least) / (1 - least)) * (1 - leastShare));
  }
  return shares;
}

/** Whether such weights can be alike: a removed vowel costs half of its weight. */
function isNear(one: WordSounds, other: WordSounds): boolean {
  return Math.min(one.weight, other.weight) >= 0.6 * Math.max(one.weight, other.weight);
}

/** For each number of the question, whether each text has it. */
function numbersIn(question: string, texts: readonly string[]): number[][] {
  const there = texts.map((text) => new Set(writtenNumbers(text)));
  return [...new Set(writtenNumbers(question))].map((number) => there.map((numbers) => (numbers.has(number) ? 1 : 0)));
}

/** 1 if one text has it, 0 if nearly all do. */
function rarity(shares: readonly number[]): number {
  const having = shares.filter((share) => share >= ownedShare).length;
  return 1 - Math.log(Math.max(1, having)) / Math.log(shares.length + 1);
}

const { otherScript } = leastLikeness;
const ownedShare = leastShare + ((ownedFrom - otherScript) / (1 - otherScript)) * (1 - leastShare);
const isLatin = /\p{Script=Latin}/u;

/** Distinct words. */
function wordsOf(text: string): string[] {
  const words = text.normalize("NFKC").match(/[\p{L}\p{M}\u{640}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length <= longestWord).map((word) => word.toLowerCase()))];
}

/** As ASCII digits, without thousands separators. */
function writtenNumbers(text: string): string[] {
  return [...withAsciiDigits(text).matchAll(/\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu)].map(([number]) =>
    number.replace(/[,.](?=\p{Nd}{3}(?:\D|$))/gu, ""),
  );
}
