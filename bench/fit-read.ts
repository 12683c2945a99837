/**
 * Fits the weights of answers that are read, on collections in the format of `docent eval` that say the accepted answers:
 *
 *     bun bench/fit-read.ts choice DIR…        which sentence answers
 *     bun bench/fit-read.ts confidence DIR…    how likely that answer is right; collections with unanswerable questions count
 *
 * Each writes its part of src/answering/reading/weights.json, the second with the first one's weights, and prints what they hold on
 * fifths of the questions that they did not see. bench/fit/README.md has the collections.
 */
import { join } from "node:path";
import { readLeast } from "../src/answering/reading/read-confidence.ts";
import weights from "../src/answering/reading/weights.json" with { type: "json" };
import { fitWeights, likelihoods } from "./fit/conditional-logit.ts";
import { fitLogistic, type Logistic, probability } from "./fit/logistic.ts";
import { type Observed, observe } from "./fit/observed.ts";

const target = join(import.meta.dir, "../src/answering/reading/weights.json");
const folds = [0, 1, 2, 3, 4];
/** Questions of a collection that are asked. */
const mostQuestions = 450;

const [stage = "", ...folders] = process.argv.slice(2);
if ((stage !== "choice" && stage !== "confidence") || folders.length === 0) {
  throw new Error("Say `choice` or `confidence`, and name collections with known answers.");
}
const observed: Observed[] = [];
for (const folder of folders) {
  // Overviews and comparisons are not read.
  const all = await observe(folder, true, mostQuestions);
  observed.push(...all.filter(({ sentences }) => sentences.every(({ evidence }) => evidence.unread !== undefined)));
  console.error(`${folder}: asked`);
}
if (stage === "choice") await fitChoice();
else await fitConfidence();
process.exit(0);

async function fitChoice(): Promise<void> {
  const names = Object.keys(weights.choice);
  const asChoice = ({ sentences }: Observed) =>
    sentences.map(({ evidence, isRight, words }) => ({
      evidence: names.map((name) => evidence[name]!),
      isRight,
      words,
    }));
  const fit = (some: readonly Observed[]) => fitWeights(some.map(asChoice), names.length);
  const isFirstRight = (one: Observed, by: readonly number[]) => {
    const choice = asChoice(one);
    const chances = likelihoods(choice, by);
    return choice[chances.indexOf(Math.max(...chances))]?.isRight === true;
  };
  const found = new Map<string, number[]>();
  for (const fold of folds) {
    const by = fit(observed.filter((one) => one.fold !== fold));
    for (const one of observed.filter((each) => each.fold === fold && each.sentences.some(({ isRight }) => isRight))) {
      const right = found.get(one.collection) ?? found.set(one.collection, []).get(one.collection)!;
      right.push(isFirstRight(one, by) ? 1 : 0);
    }
  }
  for (const [collection, right] of found)
    console.log(`${collection}: ${mean(right).toFixed(3)} of ${right.length} right`);
  const all = fit(observed);
  const choice = Object.fromEntries(names.map((name, i) => [name, rounded(all[i]!)]));
  await write({ ...weights, choice });
}

async function fitConfidence(): Promise<void> {
  const names = Object.keys(weights.confidence.weights);
  const asked = observed.flatMap(({ support, ...one }) => (support === null ? [] : [{ ...one, support }]));
  const rowOf = ({ support }: (typeof asked)[number]) => names.map((name) => support[name]!);
  const isRight = ({ sentences, isAnswerable }: (typeof asked)[number]) =>
    isAnswerable && sentences[0]?.isRight === true;
  const fit = (some: typeof asked): Logistic => fitLogistic(some.map(rowOf), some.map(isRight));
  const judged = folds.flatMap((fold) => {
    const by = fit(asked.filter((one) => one.fold !== fold));
    return asked.filter((one) => one.fold === fold).map((one) => ({ one, chance: probability(by, rowOf(one)) }));
  });
  for (const [collection, some] of Map.groupBy(judged, ({ one }) => one.collection)) {
    const share = (these: typeof some, test: (chance: number) => boolean) =>
      these.length === 0 ? "-" : mean(these.map(({ chance }) => (test(chance) ? 1 : 0))).toFixed(3);
    const answerable = some.filter(({ one }) => one.isAnswerable);
    const others = some.filter(({ one }) => !one.isAnswerable);
    const refused = share(answerable, (chance) => chance < readLeast);
    const answered = share(others, (chance) => chance >= readLeast);
    console.log(`${collection}: ${refused} of the answerable refused, ${answered} of the others answered`);
  }
  const { intercept, weights: each } = fit(asked);
  const confidence = {
    intercept: rounded(intercept),
    weights: Object.fromEntries(names.map((name, i) => [name, rounded(each[i]!)])),
  };
  await write({ ...weights, confidence });
}

async function write(all: object): Promise<void> {
  await Bun.write(target, `${JSON.stringify(all, null, 2)}\n`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
