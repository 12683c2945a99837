/**
 * Kills the executable at random instants while it ingests files, and sees that a restart makes up for it.
 *
 *   bun test/torture/ingest-kill.ts [instants = 200] [files = 200] [seed = 1]
 */
import { openBench } from "../support/binary.ts";
import { damageOf, killedRun, sampleFiles, undisturbedRun } from "../support/kill-run.ts";

const [instants = 200, count = 200, seed = 1] = process.argv.slice(2).map(Number);
const files = sampleFiles(count);
const reference = openBench();
const { outcome, milliseconds } = await undisturbedRun(reference, files);
await reference.clean();
console.log(`undisturbed: ${count} files in ${Math.round(milliseconds)} ms`);

let state = seed;
/** 0 to 1, the same in every run of a seed (a linear congruence, Numerical Recipes). */
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
let damaged = 0;
let acknowledged = 0;
for (let round = 1; round <= instants; round++) {
  const bench = openBench();
  const instant = random() * milliseconds;
  const run = await killedRun(bench, files, instant);
  await bench.clean();
  const damage = damageOf(run, outcome);
  acknowledged += run.acknowledged.length;
  if (damage.length > 0) damaged += 1;
  for (const line of damage) console.log(`  killed after ${instant.toFixed(1)} ms: ${line}`);
  if (round % 20 === 0) console.log(`${round} kills, ${acknowledged} sources acknowledged, ${damaged} runs damaged`);
}
process.exitCode = damaged > 0 ? 1 : 0;
