/** Fits the weights on questions with known answers, and measures what they answer. */
import { meaningsOf } from "../../src/tables/grammar.ts";
import { readTable } from "../../src/tables/table-reading.ts";
import { type Example, fitted } from "./fit-weights.ts";
import { isRight, wikiQuestions } from "./table-sets.ts";
import { tatqaQuestions } from "./tatqa.ts";
import { answerOf, type Case, candidatesOf, caseOf, reader, stem, tableOf } from "./wiki-cases.ts";

/** A feature that fewer questions have is left out, and so is a weight nearer to 0. */
const fewestQuestions = 5;
const leastWeight = 0.03;
const passes = 8;
const l1 = 0.004;

/** @param pages of TAT-QA, whose questions are fitted on too */
export async function fitGrammar(path: string, pages: string | undefined, target: string): Promise<void> {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  const examples: Example[] = [];
  const cases: Case["candidates"][] = [];
  for (const asked of await wikiQuestions(path)) cases.push((await caseOf(path, asked)).candidates);
  if (pages !== undefined) {
    for await (const { question, tables, judge } of tatqaQuestions(pages)) {
      cases.push(tables.flatMap((table) => candidatesOf(table, question, judge)));
    }
  }
  for (const candidates of cases) {
    if (!candidates.some((one) => one.isRight)) continue;
    const features = candidates.map((one) => Int32Array.from(one.features, (name) => idOf(ids, name)));
    for (const id of new Set(features.flatMap((list) => [...list]))) counts[id] = (counts[id] ?? 0) + 1;
    examples.push({ features, isRight: candidates.map((one) => one.isRight) });
  }
  const kept = (list: Int32Array) => list.filter((id) => counts[id]! >= fewestQuestions);
  const pruned = examples.map(({ features, isRight: right }) => ({ features: features.map(kept), isRight: right }));
  const weights = fitted(pruned, ids.size, { passes, l1 });
  const named = [...ids].map(([name, id]) => [name, Number(weights[id]!.toFixed(3))] as const);
  const told = named
    .filter(([, weight]) => Math.abs(weight) >= leastWeight)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  await Bun.write(target, `${JSON.stringify(Object.fromEntries(told), null, 0).replaceAll(',"', ',\n"')}\n`);
  console.log(`${examples.length} questions, ${told.length} weights`);
}

function idOf(ids: Map<string, number>, name: string): number {
  const known = ids.get(name) ?? ids.size;
  ids.set(name, known);
  return known;
}

export async function measureGrammar(path: string): Promise<void> {
  const results: { readonly chance: number; readonly isRight: boolean; readonly words: number }[] = [];
  for (const asked of await wikiQuestions(path)) {
    const found = await tableOf(path, asked.name);
    const reading = found && readTable(found.table, found.index, reader.read(asked.question, stem), stem);
    const [best] = reading === null ? [] : meaningsOf(reading);
    results.push({
      chance: best?.chance ?? 0,
      words: best?.unexplained.length ?? 99,
      isRight: best !== undefined && isRight(answerOf(best.outcome), asked.expected),
    });
  }
  report(results);
  const explained = results.filter(({ words }) => words === 0);
  console.log(`of those with every word explained (${(explained.length / results.length).toFixed(3)}):`);
  report(explained, results.length);
}

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
