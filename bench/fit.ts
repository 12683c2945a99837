/**
 * Fits the table of evidence, on collections in the format of `docent eval` that say the accepted answers:
 *
 *     bun bench/fit.ts words|reader choice DIR[=LANGUAGE]…        which sentence answers
 *     bun bench/fit.ts words|reader confidence DIR[=LANGUAGE]…    how likely the answer is right; unanswerable questions count
 *
 * Each writes its part of src/answering/evidence/weights.json, the second with the first one's weights, and prints what they hold
 * on fifths of the questions that they did not see. bench/fit/README.md has the collections.
 */

import { join } from "node:path";
import weights from "../src/answering/evidence/weights.json" with { type: "json" };
import { fitWeights, likelihoods } from "./fit/conditional-logit.ts";
import { fitLogistic, type Logistic, probability } from "./fit/logistic.ts";
import { type Observed, observe } from "./fit/observed.ts";

const target = join(import.meta.dir, "../src/answering/evidence/weights.json");
const folds = [0, 1, 2, 3, 4];
/** Questions of a collection that are asked. */
const mostQuestions = 700;

const [by, stage, ...folders] = process.argv.slice(2);
if ((by !== "words" && by !== "reader") || (stage !== "choice" && stage !== "confidence") || folders.length === 0) {
  throw new Error("Say `words` or `reader`, then `choice` or `confidence`, and name collections with known answers.");
}
const table = weights[by];
const observed: Observed[] = [];
for (const folder of folders) {
  observed.push(...(await observe(folder, by, mostQuestions)));
  console.error(`${folder}: asked`);
}
if (stage === "choice") await fitChoice();
else await fitConfidence();
process.exit(0);

async function fitChoice(): Promise<void> {
  const names = Object.keys(table.choice);
  const asChoice = ({ sentences }: Observed) =>
    sentences.map(({ evidence, isRight, words }) => ({
      evidence: names.map((name) => evidence[name]!),
      isRight,
      words,
    }));
  const fit = (some: readonly Observed[]) => fitWeights(some.map(asChoice), names.length);
  const isFirstRight = (one: Observed, found: readonly number[]) => {
    const choice = asChoice(one);
    const chances = likelihoods(choice, found);
    return choice[chances.indexOf(Math.max(...chances))]?.isRight === true;
  };
  const right = new Map<string, number[]>();
  for (const fold of folds) {
    const found = fit(observed.filter((one) => one.fold !== fold));
    for (const one of observed.filter((each) => each.fold === fold && each.sentences.some(({ isRight }) => isRight))) {
      const own = right.get(one.collection) ?? right.set(one.collection, []).get(one.collection)!;
      own.push(isFirstRight(one, found) ? 1 : 0);
    }
  }
  for (const [collection, own] of right) console.log(`${collection}: ${mean(own).toFixed(3)} of ${own.length} right`);
  const all = fit(observed);
  await write({ ...table, choice: weightsOf<typeof table.choice>(names, all) });
}

async function fitConfidence(): Promise<void> {
  const names = Object.keys(table.confidence.weights);
  const asked = observed.flatMap(({ support, ...one }) => (support === null ? [] : [{ ...one, support }]));
  const rowOf = ({ support }: (typeof asked)[number]) => names.map((name) => support[name]!);
  const isRight = ({ sentences, isAnswerable }: (typeof asked)[number]) =>
    isAnswerable && sentences.some((one) => one.isSaid && one.isRight);
  const fit = (some: typeof asked): Logistic => fitLogistic(some.map(rowOf), some.map(isRight));
  const judged = folds.flatMap((fold) => {
    const found = fit(asked.filter((one) => one.fold !== fold));
    return asked.filter((one) => one.fold === fold).map((one) => ({ one, chance: probability(found, rowOf(one)) }));
  });
  for (const [collection, some] of Map.groupBy(judged, ({ one }) => one.collection)) {
    const share = (these: typeof some, test: (chance: number) => boolean) =>
      these.length === 0 ? "-" : mean(these.map(({ chance }) => (test(chance) ? 1 : 0))).toFixed(3);
    const refused = share(
      some.filter(({ one }) => one.isAnswerable),
      (chance) => chance < table.least,
    );
    const answered = share(
      some.filter(({ one }) => !one.isAnswerable),
      (chance) => chance >= table.least,
    );
    console.log(`${collection}: ${refused} of the answerable refused, ${answered} of the others answered`);
  }
  const { intercept, weights: each } = fit(asked);
  const fitted = weightsOf<typeof table.confidence.weights>(names, each);
  await write({ ...table, confidence: { intercept: rounded(intercept), weights: fitted } });
}

function weightsOf<T>(names: readonly string[], values: readonly number[]): T {
  return Object.fromEntries(names.map((name, i) => [name, rounded(values[i]!)])) as T;
}

async function write(part: object): Promise<void> {
  await Bun.write(target, `${JSON.stringify({ ...weights, [by as string]: part }, null, 2)}\n`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
