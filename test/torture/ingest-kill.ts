/**
 * Kills the executable at random instants while it ingests files, and sees that a restart makes up for it. Every fourth
 * time what was ingested is encoded as well, and the kill falls into that.
 *
 *   bun test/torture/ingest-kill.ts [instants = 200] [files = 200] [seed = 1]
 */
import { openBench } from "../support/binary.ts";
import { damageOf, type KillPlan, killedRun, sampleFiles, undisturbedRun } from "../support/processes/kill-run.ts";

const [instants = 200, count = 200, seed = 1] = process.argv.slice(2).map(Number);
/** Encoding takes longer than ingesting, so there are fewer of them. */
const kinds = [
  { files: sampleFiles(count), sense: "off" },
  { files: sampleFiles(Math.ceil(count / 5)), sense: "on" },
] as const satisfies readonly Omit<KillPlan, "bench">[];

async function within<T>(work: (bench: KillPlan["bench"]) => Promise<T>): Promise<T> {
  const bench = openBench();
  try {
    return await work(bench);
  } finally {
    await bench.clean();
  }
}

const references = [];
for (const kind of kinds) {
  const reference = await within((bench) => undisturbedRun({ ...kind, bench }));
  const { files, sense } = kind;
  console.log(`undisturbed: ${files.length} files in ${Math.round(reference.milliseconds)} ms, sense ${sense}`);
  references.push({ kind, ...reference });
}

let state = seed;
/** 0 to 1, the same in every run of a seed (a linear congruence, Numerical Recipes). */
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
let damaged = 0;
let acknowledged = 0;
for (let round = 1; round <= instants; round++) {
  const { kind, outcome, milliseconds } = references[round % 4 === 0 ? 1 : 0]!;
  const instant = random() * milliseconds;
  const run = await within((bench) => killedRun({ ...kind, bench }, instant));
  const damage = damageOf(run, outcome);
  acknowledged += run.acknowledged.length;
  if (damage.length > 0) damaged += 1;
  for (const line of damage) console.log(`  killed after ${instant.toFixed(1)} ms, sense ${kind.sense}: ${line}`);
  if (round % 20 === 0) console.log(`${round} kills, ${acknowledged} sources acknowledged, ${damaged} runs damaged`);
}
process.exitCode = damaged > 0 ? 1 : 0;
