/**
 * Fits and measures the grammar of tables:
 *
 *     bun bench/tables.ts fit WTQ/train.tsv [TATQA]   writes both files of weights in src/tables
 *     bun bench/tables.ts measure WTQ/dev.tsv        accuracy, and precision by the least chance of an answer
 *     bun bench/tables.ts tatqa FILE.jsonl           the questions that a page's table answers alone
 *     bun bench/tables.ts made WTQ/train.tsv         questions made for these tables: sums, means, groups, pairs
 *     bun bench/tables.ts large 1000000              speed and memory of the executable over a made table
 *
 * bench/tables/README.md describes the sets.
 */
import { join } from "node:path";
import { measureTatqa } from "./tables/tatqa.ts";
import { fitGrammar, measureGrammar, measureMade } from "./tables/wiki-runs.ts";

const [what, path, pages] = process.argv.slice(2);
if (path === undefined) throw new Error("Say `fit`, `measure` or `tatqa` with a file, or `large` with a number.");
const file = (name: string) => join(import.meta.dir, "../src/tables", `${name}-weights.json`);
if (what === "fit") await fitGrammar(path, pages, { grammar: file("grammar"), confidence: file("confidence") });
else if (what === "made") await measureMade(path);
else if (what === "tatqa") await measureTatqa(path);
else if (what === "large") await (await import("./tables/large-table.ts")).measureLargeTable(Number(path));
else await measureGrammar(path);
