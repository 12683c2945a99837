/**
 * Compares a pack that `make dense-pack` wrote with the reference implementations, by the committed golden file, and says how
 * fast it is in one thread. `make dense-check` runs it; no test needs the pack.
 */
import { readFileSync } from "node:fs";
import { createDenseModel } from "../../src/models/dense-model.ts";
import { readDensePack } from "../../src/models/dense-pack.ts";

const folder = new URL("../fixtures/dense", import.meta.url).pathname;
const [path = ".cache/dense-pack/multilingual-e5-small.pack"] = process.argv.slice(2);
const golden: {
  readonly pieces: Readonly<Record<"golden" | "made", readonly (readonly number[])[]>>;
  readonly vectors: readonly (string | null)[];
} = JSON.parse(readFileSync(`${folder}/golden.json`, "utf8"));
const linesOf = (name: string) => readFileSync(`${folder}/${name}-lines.txt`, "utf8").split("\n").slice(0, -1);

const began = performance.now();
const pack = readDensePack(Bun.mmap(path));
const model = createDenseModel(pack);
const { question } = pack.facts.prefixes;
model.embed(model.pieces(question));
console.log(
  `${pack.facts.model}, ${pack.facts.recipe}: opened with its first text in ${(performance.now() - began).toFixed(0)} ms`,
);

let failures = 0;
for (const name of ["golden", "made"] as const) {
  const lines = linesOf(name);
  const wrong = lines.filter((line, at) => model.pieces(line).slice(1, -1).join() !== golden.pieces[name][at]?.join());
  for (const line of wrong.slice(0, 5)) console.log(`other pieces than the reference: ${JSON.stringify(line)}`);
  console.log(`pieces of ${name} lines: ${lines.length - wrong.length} of ${lines.length} equal`);
  failures += wrong.length;
}

const lines = linesOf("golden");
const cosines = golden.vectors.flatMap((expected, at) => {
  if (expected === null) return [];
  const bytes = new Int8Array(Buffer.from(expected, "base64"));
  const found = model.embed(model.pieces(question + lines[at]));
  return [found.reduce((sum, number, i) => sum + number * bytes[i]!, 0) / Math.hypot(...bytes)];
});
const least = Math.min(...cosines);
console.log(`cosine with the engine, ${cosines.length} lines: at least ${least.toFixed(4)}`);
if (!(least >= 0.995)) failures += 1;

for (const count of [15, 128]) {
  const pieces = Array.from({ length: count }, (_, at) => 1000 + 37 * at);
  for (let warming = 0; warming < 20; warming++) model.embed(pieces);
  const times = Array.from({ length: 30 }, () => {
    const from = performance.now();
    model.embed(pieces);
    return performance.now() - from;
  });
  console.log(`${count} pieces: ${Math.min(...times).toFixed(1)} ms at best`);
}
process.exit(failures === 0 ? 0 : 1);
