/** `make fuzz-archives`: more hostile archives than a test should make. Arguments: how many, and the seed. */
import { attack } from "./hostile-archives.ts";

const [count = "10000", seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);
const { refused, accepted, failures } = await attack(Number(count), Number(seed));
process.stdout.write(`${count} archives, seed ${seed}: ${refused} refused, ${accepted} taken in and served\n`);
for (const failure of failures.slice(0, 50)) process.stdout.write(`${failure}\n`);
process.stdout.write(`${failures.length} failures\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
