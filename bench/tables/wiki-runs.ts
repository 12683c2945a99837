/** Fits the weights on questions with known answers, and measures what they answer. */
import { isNamed, isPlain } from "../../src/answering/computed/table-choice.ts";
import { confidenceFeatures } from "../../src/tables/candidate-features.ts";
import { foldedWords } from "../../src/tables/folded-words.ts";
import { meaningsOf } from "../../src/tables/grammar.ts";
import { readTable, type TableReading } from "../../src/tables/table-reading.ts";
import { type Example, fitted } from "./fit-weights.ts";
import { madePair, madeQuestion } from "./made-questions.ts";
import { type AskedTable, isRight, wikiQuestions } from "./table-sets.ts";
import { tatqaQuestions } from "./tatqa.ts";
import { answerOf, type Case, candidatesOf, caseOf, reader, stem, tableOf } from "./wiki-cases.ts";

/** A feature that fewer questions have is left out, and so is a weight nearer to 0. */
const fewestQuestions = 5;
const leastWeight = 0.03;
const passes = 8;
const l1 = 0.004;
/** Of the confidence: so that it is right as often as it says, on tables that it was not fitted on. */
const sure = { passes: 6, l1: 0.008, fewest: 20 };
/** Tables are divided in so many parts, and the questions of each ranked by what the others teach. */
const parts = 5;

interface FittedCase extends Example {
  readonly part: number;
  readonly answers: readonly (readonly string[])[];
}

/** @param pages of TAT-QA, whose questions are fitted on too */
export async function fitGrammar(path: string, pages: string | undefined, targets: WeightFiles): Promise<void> {
  const ids = new Map<string, number>();
  const cases: FittedCase[] = [];
  const add = (candidates: Case["candidates"], name: string) => {
    const features = candidates.map((one) => Int32Array.from(one.features, (feature) => idOf(ids, feature)));
    const part = Number(BigInt(Bun.hash(name)) % BigInt(parts));
    cases.push({
      features,
      isRight: candidates.map((one) => one.isRight),
      part,
      answers: candidates.map((one) => one.answer),
    });
  };
  const asked = await wikiQuestions(path);
  for (const one of asked) add((await caseOf(path, one)).candidates, one.name);
  const strange = await strangeCases(path, asked);
  for (const { candidates, asked: one } of strange) add(candidates, one.name);
  for await (const { question, tables, judge } of pages === undefined ? [] : tatqaQuestions(pages)) {
    add(
      tables.flatMap((table) => candidatesOf(table, question, judge)),
      tables[0]?.table.text ?? "",
    );
  }
  const weights = fittedTo(cases, ids);
  await write(targets.grammar, weights, ids);
  console.log(`${cases.length} questions`);
  await fitConfidence(cases, ids, targets.confidence);
}

/** Of so many questions, one is asked of another table too: of these, of the one whose columns it names most. */
const strangeEvery = 3;
const strangeAmong = 40;

/** Questions to tables that do not answer them: the confidence learns from these, and the ranking does not. */
async function strangeCases(path: string, asked: readonly AskedTable[]): Promise<Case[]> {
  const names = [...new Set(asked.map(({ name }) => name))];
  const all: Case[] = [];
  for (const [i, { name, question }] of asked.entries()) {
    if (i % strangeEvery !== 0) continue;
    let most = { named: -1, name: "" };
    for (let at = 0; at < strangeAmong; at++) {
      const other = names[(i * 7 + at * 31) % names.length]!;
      const found = other === name ? null : await tableOf(path, other);
      const words = new Set(reader.read(question, stem).words.flatMap((one) => (one.isStop ? [] : [one.stem])));
      const stems = found?.table.columns.flatMap((column) => foldedWords(column.name, stem).map((one) => one.stem));
      const named = new Set(stems?.filter((one) => words.has(one))).size;
      if (found !== null && named > most.named) most = { named, name: other };
    }
    all.push(await caseOf(path, { id: "", question, expected: [], name: most.name }));
  }
  return all;
}

export interface WeightFiles {
  readonly grammar: string;
  readonly confidence: string;
}

function fittedTo(
  cases: readonly Example[],
  ids: ReadonlyMap<string, number>,
  least = fewestQuestions,
  how = { passes, l1 },
) {
  const counts = new Uint32Array(ids.size);
  const telling = cases.filter(({ isRight: right }) => right.some(Boolean));
  for (const { features } of telling) for (const id of new Set(features.flatMap((list) => [...list]))) counts[id]!++;
  const kept = (list: Int32Array) => list.filter((id) => counts[id]! >= least);
  const pruned = telling.map(({ features, isRight: right }) => ({ features: features.map(kept), isRight: right }));
  return fitted(pruned, ids.size, how);
}

/** Each question's likeliest answer, ranked without the questions of its part, is right or not: that is learnt. */
async function fitConfidence(cases: readonly FittedCase[], ids: ReadonlyMap<string, number>, target: string) {
  const names = [...ids.keys()];
  const own = new Map<string, number>();
  const examples: Example[] = [];
  for (let part = 0; part < parts; part++) {
    const weights = fittedTo(
      cases.filter((one) => one.part !== part),
      ids,
    );
    for (const one of cases.filter((other) => other.part === part && other.features.length > 0)) {
      const { ranked, isRight: right } = rankedBy(one, weights, names);
      const features = Int32Array.from(confidenceFeatures(ranked), (feature) => idOf(own, feature));
      examples.push({ features: [features, new Int32Array(0)], isRight: [right, !right] });
    }
    console.log(`part ${part + 1} of ${parts}`);
  }
  await write(target, fittedTo(examples, own, sure.fewest, sure), own);
}

function rankedBy({ features, isRight: right, answers }: FittedCase, weights: Float64Array, names: readonly string[]) {
  const scores = features.map((list) => list.reduce((sum, id) => sum + weights[id]!, 0));
  const highest = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const groups = [...Map.groupBy(scores.keys(), (i) => answers[i]!.join("|").toLowerCase()).values()]
    .map((group) => ({
      best: group.reduce((best, i) => (scores[i]! > scores[best]! ? i : best)),
      chance: group.reduce((sum, i) => sum + powers[i]!, 0) / total,
    }))
    .toSorted((one, other) => other.chance - one.chance);
  const [{ best, chance }, next] = groups as [(typeof groups)[number], (typeof groups)[number]?];
  const ranked = {
    features: Array.from(features[best]!, (id) => names[id]!),
    score: scores[best]!,
    chance,
    nextChance: next?.chance ?? 0,
    queries: scores.length,
    answers: answers[best]!.length,
  };
  return { ranked, isRight: right[best]! };
}

async function write(target: string, weights: Float64Array, ids: ReadonlyMap<string, number>): Promise<void> {
  const told = [...ids]
    .map(([name, id]) => [name, Number(weights[id]!.toFixed(3))] as const)
    .filter(([, weight]) => Math.abs(weight) >= leastWeight)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  await Bun.write(target, `${JSON.stringify(Object.fromEntries(told), null, 0).replaceAll(',"', ',\n"')}\n`);
}

function idOf(ids: Map<string, number>, name: string): number {
  const known = ids.get(name) ?? ids.size;
  ids.set(name, known);
  return known;
}

export async function measureGrammar(path: string): Promise<void> {
  const results: Judged[] = [];
  const plain: Judged[] = [];
  for (const asked of await wikiQuestions(path)) {
    const found = await tableOf(path, asked.name);
    const reading = found && readTable(found.table, found.index, reader.read(asked.question, stem), stem);
    const [best] = reading === null ? [] : meaningsOf(reading);
    results.push({
      chance: best?.confidence ?? 0,
      isRight: best !== undefined && isRight(answerOf(best.outcome), asked.expected),
    });
    const answered = reading === null ? null : plainAnswer(reading, asked.expected);
    if (answered !== null) plain.push(answered);
  }
  report(results);
  console.log("behind the gate of the product:");
  report(plain, results.length);
}

/** Questions that are made for the tables of a set: what they are answered behind the gate of the product. */
export async function measureMade(path: string): Promise<void> {
  const all = new Set((await wikiQuestions(path)).map(({ name }) => name));
  const names = [...all].filter((_, i) => i % madeEvery === 0);
  const results: Judged[] = [];
  for (const [seed, name] of names.entries()) {
    const found = await tableOf(path, name);
    const made = found === null ? [] : [madeQuestion(found.table, seed), madePair(found.table, seed)];
    for (const one of made.filter((each) => each !== null)) {
      const reading = readTable(found!.table, found!.index, reader.read(one.question, stem), stem);
      results.push(plainAnswer(reading, one.expected) ?? { chance: 0, isRight: false });
    }
  }
  report(results);
}

interface Judged {
  readonly chance: number;
  readonly isRight: boolean;
}

/** What the product answers; null: it gives way. */
function plainAnswer(reading: TableReading, expected: readonly string[]): Judged | null {
  const [best] = meaningsOf(reading, (candidate) => isNamed(reading, candidate));
  if (best === undefined || !isPlain(best, best.confidence)) return null;
  return { chance: best.confidence, isRight: isRight(answerOf(best.outcome), expected) };
}

const madeEvery = 8;

export function report(
  results: readonly { readonly chance: number; readonly isRight: boolean }[],
  all = results.length,
): void {
  const share = (part: readonly unknown[]) => (part.length / all).toFixed(3);
  console.log(`${results.length} questions, right ${share(results.filter((one) => one.isRight))} if all are answered`);
  for (const least of [0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9]) {
    const answered = results.filter(({ chance }) => chance >= least);
    const right = answered.filter((one) => one.isRight);
    const precision = (right.length / answered.length).toFixed(3);
    console.log(`chance ≥ ${least}: answered ${share(answered)}, precision ${precision}, right ${share(right)}`);
  }
}
