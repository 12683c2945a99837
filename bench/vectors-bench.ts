/**
 * The vector index at several sizes: a search that compares every row by all its bits against one that compares the best by their
 * signs, their recall, the memory and the time to centre rows. Rows are made around topics and subtopics with a part that all share, as the vectors of language models
 * have it; questions are made in the same way. Writes bench/results/vectors.json and prints a table.
 *
 *     bun bench/vectors-bench.ts [--sizes 50000,100000] [--vectors ROWS.f32 QUESTIONS.f32]
 *
 * The second form takes vectors of a real model, 384 numbers of 32 bits each, in the place of made ones.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { VectorIndex } from "../src/engine/vector-index.ts";
import { seededRandom } from "../src/torture/load/seeded-random.ts";

const dimensions = 384;
const questions = 200;

interface Vectors {
  readonly rows: () => Float32Array;
  readonly questions: readonly Float32Array[];
}

/** Topics, subtopics and passages, each a step around the one above. The steps are shorter in most dimensions than in some. */
function madeVectors(size: number): Vectors {
  const { next } = seededRandom(5);
  const gauss = () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
  const width = Array.from({ length: dimensions }, (_, at) => 1 / Math.sqrt(1 + at / 24));
  const step = (from: Float32Array, length: number) => from.map((number, at) => number + length * width[at]! * gauss());
  const shared = step(new Float32Array(dimensions), 1.8);
  const topics = Array.from({ length: 200 }, () => step(shared, 0.8));
  const parts = Array.from({ length: Math.ceil(size / 25) }, () =>
    step(topics[Math.floor(next() * topics.length)]!, 0.7),
  );
  const draw = (length: number) => step(parts[Math.floor(next() * parts.length)]!, length);
  return { rows: () => draw(0.6), questions: Array.from({ length: questions }, () => draw(0.7)) };
}

function givenVectors(rowsPath: string, questionsPath: string): Vectors & { readonly size: number } {
  const read = (path: string) => {
    const bytes = readFileSync(path);
    const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    return Array.from({ length: all.length / dimensions }, (_, at) =>
      all.subarray(at * dimensions, (at + 1) * dimensions),
    );
  };
  const rows = read(rowsPath);
  let at = 0;
  return { rows: () => rows[at++ % rows.length]!, size: rows.length, questions: read(questionsPath) };
}

interface Times {
  readonly bestMs: number;
  readonly p50Ms: number;
  /** Time that the process spent, whether or not the machine was busy with other things. */
  readonly processorMs: number;
}

function timesOf(index: VectorIndex, asked: readonly Float32Array[]): Times {
  for (const question of asked.slice(0, 20)) index.search(question, null);
  const before = process.cpuUsage();
  const times = asked.map((question) => {
    const began = performance.now();
    index.search(question, null);
    return performance.now() - began;
  });
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  return { bestMs: times[0]!, p50Ms: times[times.length >> 1]!, processorMs: (user + system) / 1000 / times.length };
}

async function measure(size: number, { rows, questions: asked }: Vectors) {
  const index = new VectorIndex(dimensions);
  for (let no = 1; no <= size; no++) index.add(no, 1, rows());
  const cpu = process.cpuUsage();
  await index.centre();
  const { user, system } = process.cpuUsage(cpu);
  const whole = new VectorIndex(dimensions, index.columns(), size);
  const every = asked.map((question) => whole.search(question, null).map(({ no }) => no));
  const exact = timesOf(whole, asked);
  const near = timesOf(index, asked);
  const recall = (depth: number) => {
    const shares = asked.map((question, at) => {
      const found = new Set(
        index
          .search(question, null)
          .map(({ no }) => no)
          .slice(0, depth),
      );
      return every[at]!.slice(0, depth).filter((no) => found.has(no)).length / Math.min(depth, size);
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  return {
    size,
    exact,
    near,
    recallAt10: recall(10),
    recallAt100: recall(100),
    centreSeconds: (user + system) / 1e6,
    bytesPerRow: index.byteLength / size,
  };
}

const { values, positionals } = parseArgs({
  options: { sizes: { type: "string" }, vectors: { type: "boolean" } },
  allowPositionals: true,
});
const [rowsPath, questionsPath] = positionals;
const given = values.vectors && rowsPath && questionsPath ? givenVectors(rowsPath, questionsPath) : null;
const sizes = given === null ? (values.sizes ?? "20000,50000,100000").split(",").map(Number) : [given.size];

const results = [];
console.log(
  "rows | every row: best, p50, processor ms | by signs: best, p50, processor ms | recall@10 | @100 | centring s | bytes a row",
);
for (const size of sizes) {
  const found = await measure(size, given ?? madeVectors(size));
  results.push(found);
  const shown = ({ bestMs, p50Ms, processorMs }: Times) =>
    [bestMs, p50Ms, processorMs].map((ms) => ms.toFixed(2)).join(", ");
  const { exact, near, recallAt10, recallAt100, centreSeconds, bytesPerRow } = found;
  const recalls = `${recallAt10.toFixed(3)} | ${recallAt100.toFixed(3)}`;
  console.log(
    `${size} | ${shown(exact)} | ${shown(near)} | ${recalls} | ${centreSeconds.toFixed(1)} | ${bytesPerRow.toFixed(0)}`,
  );
}
mkdirSync(new URL("results", import.meta.url), { recursive: true });
writeFileSync(new URL("results/vectors.json", import.meta.url), JSON.stringify({ results }, null, 2));
