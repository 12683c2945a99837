/** Lets the reader read the likeliest blocks, within a budget. */

import type { Block } from "./blocks.ts";
import { type BlockReading, type Evidence, headingOf, type Reader } from "./evidence.ts";
import type { Candidate } from "./sentence-evidence.ts";
import type { Unit } from "./units.ts";

/** What is known of a unit once its block was read; both in log-odds. */
export interface UnitReading {
  readonly answers: number;
  /** That it has a part of the answer. */
  readonly part: number;
}

/** So many blocks are read at most, and only the first beyond so many words together: some 100 ms of processor time. */
const budget = { blocks: 4, words: 170 };
/** The budget if no block that was read has higher log-odds than these. */
const doubtful = { blocks: 10, words: 450, highest: -1 };
/** After two blocks, no more are read once one has such log-odds. On 3,000 questions a fifth less was read, and as many best sentences were right to three in a thousand. */
const plain = 2;

/** Log-odds beyond these say no more. */
const furthest = 8;

export class BlockReadings {
  readonly #byBlock: ReadonlyMap<Block, BlockReading>;

  constructor(byBlock: ReadonlyMap<Block, BlockReading>) {
    this.#byBlock = byBlock;
  }

  /** Null: its block was not read. */
  of({ block, unit }: Pick<Candidate, "block" | "unit">): UnitReading | null {
    const reading = block === null ? undefined : this.#byBlock.get(block);
    if (reading === undefined || block === null) return null;
    const at = block.leads.length + block.units.findIndex(({ start }) => start === unit.start);
    return { answers: bounded(reading.answers), part: bounded(reading.units[at] ?? -furthest) };
  }
}

function isEnough(blocks: number, words: number, highest: number): boolean {
  const most = highest < doubtful.highest ? doubtful : budget;
  return (blocks >= 2 && highest >= plain) || blocks >= most.blocks || (blocks > 0 && words > most.words);
}

/** @param likeliest by words, the best first */
export function readBlocks(reader: Reader, evidence: Evidence, likeliest: readonly Candidate[]): BlockReadings {
  const read = new Map<Block, BlockReading>();
  let [words, highest] = [0, Number.NEGATIVE_INFINITY];
  for (const { block } of likeliest) {
    if (block === null || read.has(block)) continue;
    const units = [...block.leads, ...block.units.map(({ text }: Unit) => text)];
    words += units.join(" ").split(" ").length;
    if (isEnough(read.size, words, highest)) break;
    const reading = reader.read(evidence.followUp?.asked ?? evidence.question, {
      context: contextOf(evidence, block),
      units,
    });
    highest = Math.max(highest, reading.answers);
    read.set(block, reading);
  }
  return new BlockReadings(read);
}

/** The title and the headings; of a turn, who says it and what it replies to. */
function contextOf({ passages }: Evidence, { passage }: Block): string {
  const parts = headingOf(passages[passage]!).split("\n");
  return [...new Set(parts.filter((part) => part !== ""))].join(" > ");
}

const bounded = (logOdds: number) => Math.max(-furthest, Math.min(furthest, logOdds));
