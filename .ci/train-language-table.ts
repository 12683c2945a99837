/**
 * Makes the table that languages are found by: reads FOLDER/SOURCE/LANGUAGE.txt, a paragraph a line, and fits the rows and weights
 * that src/language/find-language.ts describes, by stochastic gradient descent over beginnings and middles of paragraphs. The same
 * texts give the same table.
 *
 *     bun .ci/train-language-table.ts FOLDER FILE [SAMPLES]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { buckets, letterGrams, lettersOf } from "../src/language/find-language.ts";

/** The first line: languages with analysis of their own. The others are found only in longer texts. */
const languages = [
  ..."en de fr es it pt nl da sv no fi tr vi ro ru ar pl".split(" "),
  ..."cs hu uk bg be sr sk sl hr ca eu et lt lv ms tl is sq az fa ur".split(" "),
];
const analysed = 17;
/** How often a language is drawn, beside the languages without analysis; those that look alike more often; Norwegian has two forms. */
const drawn = languages.map((tag, i) =>
  i >= analysed ? 1 : ({ en: 9, es: 4, pt: 4, da: 4, sv: 4, no: 6 }[tag] ?? 2.5),
);
const width = 16;
const firstRate = 0.12;
const [, , folder, target, count = "5000000"] = process.argv;
if (folder === undefined || target === undefined) throw new Error("Name the folder of texts and the file to write.");
const samples = Number(count);

const random = generator(12_345);
const texts = languages.map((language) => textsOf(language));
const sizes = texts.map((sources) => sources.map(({ length }) => Math.sqrt(length)));
const rows = Float32Array.from({ length: buckets * width }, () => ((random() - 0.5) * 2) / width);
const weights = new Float32Array(languages.length * width);
const added = new Float32Array(languages.length);
for (let done = 0; done < samples; done++) learn(draw(), firstRate * (1 - done / samples));
await Bun.write(target, packed());

/** Of each source; a paragraph that stands in the English text too was not translated. */
function textsOf(language: string): string[][] {
  return readdirSync(folder!).flatMap((source) => {
    const file = (tag: string) => `${folder}/${source}/${tag}.txt`;
    if (!existsSync(file(language))) return [];
    const lines = readFileSync(file(language), "utf8").split("\n");
    const english = language === "en" || !existsSync(file("en")) ? "" : readFileSync(file("en"), "utf8");
    const untranslated = new Set(english.split("\n"));
    const own = lines.filter((line) => line.length >= 25 && !untranslated.has(line));
    return own.length > 20 ? [own] : [];
  });
}

interface Sample {
  readonly language: number;
  readonly grams: Uint16Array;
  readonly isShort: boolean;
}

/** 14 to 157 characters, short ones as often as long ones; half of them begin within a paragraph. */
function draw(): Sample {
  const language = among(drawn);
  const sources = texts[language]!;
  const source = sources[among(sizes[language]!)]!;
  const paragraph = source[Math.floor(random() * source.length)]!;
  const within = random() < 0.5 ? paragraph.indexOf(" ", random() * paragraph.length * 0.8) + 1 : 0;
  const start = within > paragraph.length - 12 ? 0 : within;
  const length = Math.round(14 * 10 ** (1.05 * random()));
  const grams = letterGrams(lettersOf(paragraph.slice(start, start + length)));
  return { language, grams, isShort: length < 70 && language < analysed };
}

function learn({ language, grams, isShort }: Sample, rate: number): void {
  const share = 1 / Math.sqrt(Math.max(1, grams.length));
  const means = new Float64Array(width);
  for (let g = 0; g < grams.length; g++) {
    for (let i = 0, at = grams[g]! * width; i < width; i++, at++) means[i]! += rows[at]! * share;
  }
  const odds = oddsOf(means, isShort ? analysed : languages.length);
  const steps = new Float64Array(width);
  for (let l = 0; l < odds.length; l++) {
    const step = rate * ((l === language ? 1 : 0) - odds[l]!);
    added[l]! += step / 10;
    for (let i = 0, at = l * width; i < width; i++, at++) {
      steps[i]! += step * weights[at]! * share;
      weights[at]! += step * means[i]!;
    }
  }
  for (let g = 0; g < grams.length; g++) {
    for (let i = 0, at = grams[g]! * width; i < width; i++, at++) rows[at]! += steps[i]!;
  }
}

/** Of the first languages, together 1. */
function oddsOf(means: Float64Array, number: number): Float64Array {
  const scores = added.slice(0, number);
  for (let l = 0, at = 0; l < number; l++) {
    for (let i = 0; i < width; i++, at++) scores[l]! += weights[at]! * means[i]!;
  }
  const most = Math.max(...scores);
  const odds = Float64Array.from(scores, (score) => Math.exp(score - most));
  const all = odds.reduce((sum, one) => sum + one, 0);
  return odds.map((one) => one / all);
}

/** Rows in eight bits: what one of ten thousand numbers exceeds is cut off. */
function packed(): Blob {
  const unit = rows.map(Math.abs).sort()[Math.floor(rows.length * 0.9999)]! / 127;
  const header = Uint32Array.of(width, languages.length);
  return new Blob([
    "DOCLANG2",
    header,
    languages.join(" ").padEnd(256),
    weights.map((weight) => weight * unit),
    added,
    Int8Array.from(rows, (one) => Math.max(-127, Math.min(127, Math.round(one / unit)))),
  ]);
}

/** @param shares of any sum */
function among(shares: readonly number[]): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  for (const [i, share] of shares.entries()) {
    left -= share;
    if (left < 0) return i;
  }
  return 0;
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c_1b_3c_6d);
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
  };
}
