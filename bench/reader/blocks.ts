/**
 * Writes the blocks of documents that the service would read for the questions of collections, for groups.py:
 *
 *     bun bench/reader/blocks.ts OUT.jsonl DIR…
 *
 * Each line is a question: {"collection", "id", "question", "answers", "blocks", "sought"}. `blocks` is what is read for it, likeliest
 * first; `sought` is what is read when an answer itself is asked for, because a block that answers in other words may not be found.
 * A block is {"context", "text"}.
 */
import { appendFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Reader } from "../../src/answering/evidence/evidence.ts";
import { explain } from "../../src/cli/asking/eval-run.ts";
import { sliceCodePoints } from "../../src/language/text/code-points.ts";
import { withCollection } from "../fit/collection.ts";

interface Block {
  readonly context: string;
  readonly text: string;
}

/** Code points of an answer that are asked for. */
const mostOfAnswer = 600;

const [out, ...folders] = process.argv.slice(2);
if (out === undefined || folders.length === 0) throw new Error("Name a file to write, then collections.");
let read: Block[] = [];
/** Nothing is likely to answer, so that as many blocks as ever are read. */
const noting: Reader = {
  read(_question, { context, units }) {
    read.push({ context, text: units.join(" ") });
    return { answers: -1, units: units.map(() => -1) };
  },
};

writeFileSync(out, "");
for (const folder of folders) {
  await withCollection(folder, noting, async (place, { questions }) => {
    const blocksFor = async (asked: string) => {
      read = [];
      await explain(place, asked);
      return read;
    };
    for (const { id, question, answers } of questions) {
      const blocks = await blocksFor(question);
      const sought: Block[] = [];
      for (const answer of answers) sought.push(...(await blocksFor(sliceCodePoints(answer, 0, mostOfAnswer))));
      appendFileSync(
        out,
        `${JSON.stringify({ collection: basename(folder), id, question, answers, blocks, sought })}\n`,
      );
    }
  });
  console.error(`${folder}: asked`);
}
process.exit(0);
