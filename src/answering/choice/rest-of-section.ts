/**
 * The passages of a section beside those found. A question for an overview or for steps is answered from the whole section,
 * and a search finds only some passages of a long one.
 */

import { chunkId, type ExpertId } from "../../kernel/ids.ts";
import type { Hit } from "../../memory/index-ports.ts";
import type { RetrievedPassage } from "../answer.ts";
import type { PassageReader, StoredPassage } from "../ports.ts";
import { breadthOf } from "../question/breadth.ts";
import { readAsking } from "../question/question-kind.ts";

/** The sections of so many of the best passages are read. */
const mostSections = 3;
/** How many passages are read before and behind each of them. */
const reach = { before: 2, behind: 4 };
/** The score of a passage, relative to the one that is one place nearer to the passage that was found. */
const nearness = 0.98;

export interface FoundPassages {
  readonly expert: ExpertId;
  /** Of the standing that the question is answered by. */
  readonly revision: number;
  /** Best first, with the row behind each. */
  readonly hits: readonly Hit[];
  readonly passages: readonly RetrievedPassage[];
}

/**
 * Whether one of the best passages is of a section, and the words of the question want what a whole section says. To read the
 * question takes much longer than to look at the passages.
 */
export function wantsSections(question: string, language: string, passages: readonly RetrievedPassage[]): boolean {
  if (passages.slice(0, mostSections).every(({ section }) => section === "")) return false;
  const { kind } = readAsking(question, language);
  return kind === "how_to" || kind === "list" || breadthOf(question, language) === "overview";
}

/**
 * The passages directly before and behind the best ones, as far as they belong to their sections. The passages of a source
 * have consecutive row numbers; where they have not, some are left out.
 */
export async function restOfSections(
  reader: PassageReader,
  found: FoundPassages,
): Promise<readonly RetrievedPassage[]> {
  const known = new Set(found.hits.map(({ no }) => no));
  const runs = found.passages.slice(0, mostSections).flatMap((passage) => runsBeside(passage, found.hits));
  const unread = new Set(runs.flatMap(({ numbers }) => numbers).filter((no) => no > 0 && !known.has(no)));
  if (unread.size === 0) return [];
  const rows = await reader.passages(found.expert, [...unread], found.revision);
  const rest = runs.flatMap((run) => passagesOf(run, rows, known));
  return [...new Map(rest.toReversed().map((one) => [one.chunkId, one])).values()].toReversed();
}

/** Up to the end of the section or of what was read. */
function passagesOf({ passage, numbers }: Run, rows: ReadonlyMap<number, StoredPassage>, known: ReadonlySet<number>) {
  const rest: RetrievedPassage[] = [];
  for (const [i, no] of numbers.entries()) {
    if (known.has(no)) continue;
    const row = rows.get(no);
    if (row === undefined || !isOfSection(row, passage)) break;
    rest.push(beside(row, passage, i + 1));
  }
  return rest;
}

/** Rows in the order of their distance from a passage. */
interface Run {
  readonly passage: RetrievedPassage;
  readonly numbers: readonly number[];
}

function runsBeside(passage: RetrievedPassage, hits: readonly Hit[]): readonly Run[] {
  const no = hits.find((hit) => chunkId(hit.no) === passage.chunkId)?.no;
  if (no === undefined || passage.section === "") return [];
  const behind = Array.from({ length: reach.behind }, (_, i) => no + 1 + i);
  const before = Array.from({ length: reach.before }, (_, i) => no - 1 - i);
  return [
    { passage, numbers: behind },
    { passage, numbers: before },
  ];
}

function isOfSection(row: StoredPassage, { sourceId, sourceVersion, section }: RetrievedPassage): boolean {
  const isInside = row.section === section || row.section.startsWith(`${section} > `);
  return row.sourceId === sourceId && row.sourceVersion === sourceVersion && isInside;
}

/** With the rank of the passage that was found, and a lower score the farther it is. */
function beside(row: StoredPassage, { rank, score }: RetrievedPassage, distance: number): RetrievedPassage {
  return { ...row, rank, score: score * nearness ** distance, scores: { keyword: null, sense: null, vector: null } };
}
