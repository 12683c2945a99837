/**
 * How well passages are found while some wait for their sense: nDCG@10 on collections in English, over random choices of the
 * passages that are encoded. `bun bench/waiting-bench.ts DIR …` names collections as `docent eval` reads them.
 */

import { type EvalSet, readEvalSet } from "../src/cli/asking/eval-set.ts";
import { mean, ndcg } from "../src/cli/asking/ranking-metrics.ts";
import { LexicalIndex } from "../src/engine/lexical-index.ts";
import { readSense } from "../src/engine/scan/sense-scoring.ts";
import { createAnalyzers } from "../src/language/words/analyzer.ts";
import type { SenseVector } from "../src/memory/sense.ts";
import { openSenseModel } from "../src/models/sense-model.ts";
import { seededRandom } from "../src/torture/load/seeded-random.ts";

const shares = [0, 0.25, 0.5, 0.75, 1];
const choices = 3;

interface ReadDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly sense: SenseVector;
}

const model = openSenseModel();
const language = { set: "en", analyzers: createAnalyzers() };

/** A document is one passage. */
async function readDocuments({ documents }: EvalSet): Promise<readonly ReadDocument[]> {
  const all: ReadDocument[] = [];
  for (const { id, title, isEmpty, read } of documents) {
    if (isEmpty) continue;
    const text = Buffer.concat(await Array.fromAsync(read())).toString();
    all.push({ id, title, text, sense: model.encodePassage({ title, text }) });
  }
  return all;
}

function quality({ questions }: EvalSet, documents: readonly ReadDocument[], isEncoded: () => boolean): number {
  const index = new LexicalIndex(language);
  for (const [i, { title, text, sense }] of documents.entries()) {
    index.beginPassage(i + 1, i + 1, isEncoded() ? sense : null, null);
    if (title !== "") index.addField("title", title);
    index.addField("text", text);
    index.endPassage();
  }
  const judged = questions.filter(({ judged: some }) => some.size > 0);
  const of = judged.map(({ question, judged: some }) => {
    const asked = { words: index.readQuestion(question), sense: readSense(model.encodeQuestion(question)) };
    const found = index.search(asked, { permitted: null, wanted: 10 });
    return ndcg(
      found.map(({ no }) => documents[no - 1]!.id),
      some,
      10,
    );
  });
  return mean(of) ?? 0;
}

console.log(
  `| encoded | ${shares.map((share) => `${share * 100} %`).join(" | ")} |\n|---|${"---|".repeat(shares.length)}`,
);
for (const folder of process.argv.slice(2)) {
  const set = readEvalSet(folder, null);
  const documents = await readDocuments(set);
  const cells = shares.map((share) => {
    const seeds = Array.from({ length: share % 1 === 0 ? 1 : choices }, (_, seed) => seededRandom(seed + 1));
    return (mean(seeds.map((random) => quality(set, documents, () => random.chance(share)))) ?? 0).toFixed(4);
  });
  console.log(`| ${[folder, ...cells].join(" | ")} |`);
}
