/** `make fuzz`: more requests than a test should send. Arguments: how many, and the seed. */
import { fuzz } from "./fuzz-run.ts";

const [count = "100000", seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const { requests, statuses, failures } = await fuzz(Number(count), Number(seed));
process.stdout.write(`${requests} requests, seed ${seed}: ${JSON.stringify(statuses)}\n`);
for (const failure of failures.slice(0, 50)) process.stdout.write(`${failure}\n`);
process.stdout.write(`${failures.length} failures\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
