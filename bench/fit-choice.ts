/**
 * Fits the weights of `src/answering/extractive/sentence-score.ts` again, on collections in the format of `docent eval` that say
 * the accepted answers. Prints the weights and what they hold, also with each half of the questions left out of the fit:
 * `bun bench/fit-choice.ts DIR[=LANGUAGE] …` Reasons and figures: docs/decisions/0024-windows-and-confidence.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usualLength } from "../src/answering/extractive/extractive.ts";
import { holds, wordCount } from "../src/cli/eval/answer-checks.ts";
import { explain, loadDocuments } from "../src/cli/eval/eval-run.ts";
import { readEvalSet } from "../src/cli/eval/eval-set.ts";
import { settingSources } from "../src/cli/serving/running-settings.ts";
import { openService } from "../src/compose/compose.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { silentLog } from "../src/kernel/log.ts";
import { type Choice, fitWeights, likelihoods } from "./fit/conditional-logit.ts";

interface Observed {
  readonly folder: string;
  /** 0 or 1: each half is measured with the weights of the other. */
  readonly half: number;
  readonly choice: Choice;
}

let names: readonly string[] = [];

/** The candidates of each question of a collection that has an answer. */
async function observe(given: string): Promise<Observed[]> {
  const [folder = "", language = "en"] = given.split("=");
  const set = readEvalSet(folder, null);
  const dataDir = mkdtempSync(join(tmpdir(), "docent-fit-"));
  const config = { ...loadConfig(settingSources([])), dataDir, shared: null, backups: null, answerThreads: 0 };
  const docent = await openService(config, { log: silentLog });
  try {
    const workspace = await docent.workspaces.create("default");
    const { key } = await docent.keys.create({ workspaceId: workspace.id, name: "fit" });
    const reach = { workspaceId: workspace.id, expertIds: null };
    const expert = await docent.experts.create(reach, { name: "fit", language });
    docent.begin();
    const progress = (what: string, done: number, total: number) =>
      console.error(`${folder}: ${what} ${done}/${total}`);
    const place = { docent, expert, keyId: key.id, progress };
    await loadDocuments(place, set);
    const observed: Observed[] = [];
    for (const { question, answers, answerable } of set.questions) {
      if (answers.length === 0 || answerable === false) continue;
      const { sentences } = await explain(place, question);
      const choice = sentences.flatMap(({ text, evidence }) => {
        if (evidence === null) return [];
        names = Object.keys(evidence);
        return [{ evidence: Object.values(evidence), isRight: holds(text, answers), words: wordCount(text) }];
      });
      observed.push({ folder, half: observed.length % 2, choice });
    }
    return observed;
  } finally {
    await docent.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The share of answers that hold a known answer, and their words, at the usual length. */
function held(observed: readonly Observed[], weightsOf: (half: number) => readonly number[]): string {
  let [right, words] = [0, 0];
  for (const { choice, half } of observed) {
    const chances = likelihoods(choice, weightsOf(half));
    const order = [...choice.keys()].sort((a, b) => chances[b]! - chances[a]!).slice(0, usualLength.sentences);
    const [best, ...rest] = order;
    const isLikely = (i: number) => chances[i]! >= usualLength.likelihoodPerWord * choice[i]!.words;
    const taken = best === undefined ? [] : [best, ...rest.filter(isLikely)];
    if (taken.some((i) => choice[i]!.isRight)) right++;
    words += taken.reduce((sum, i) => sum + choice[i]!.words, 0);
  }
  return `${(right / observed.length).toFixed(3)} hold at ${(words / observed.length).toFixed(1)} words`;
}

const observed: Observed[] = [];
for (const given of process.argv.slice(2)) observed.push(...(await observe(given)));
if (observed.length === 0)
  throw new Error("Name collections with known answers: `bun bench/fit-choice.ts DIR[=LANGUAGE] …`");

const choicesOf = (some: readonly Observed[]) => some.map(({ choice }) => choice);
const otherHalf = [0, 1].map((half) =>
  fitWeights(choicesOf(observed.filter((one) => one.half !== half)), names.length),
);
const weights = fitWeights(choicesOf(observed), names.length);

for (const [i, name] of names.entries()) console.log(`  ${name}: ${weights[i]!.toFixed(2)},`);
for (const [folder, some] of Map.groupBy(observed, (one) => one.folder)) {
  const apart = held(some, (half) => otherHalf[half]!);
  console.log(`${folder}, nothing refused: ${held(some, () => weights)}; by the weights of the other half ${apart}`);
}
process.exit(0);
