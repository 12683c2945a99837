/** Cached by the expert's revision, which changes with all that a passage shows. */
import type { StoredPassage } from "../../../answering/ports.ts";
import type { ExpertId } from "../../../kernel/ids.ts";
import { recentlyUsed } from "../../../kernel/stores/recently-used.ts";

const mostBytes = 32 * 1024 * 1024;
const besideTexts = 600;
const blockBytes = 200;

type Passages = ReadonlyMap<number, StoredPassage>;
type ReadPassages = (expert: ExpertId, numbers: readonly number[]) => Promise<Passages>;

/** Reads only what is not cached; without a revision, everything. */
export function keptPassages(
  read: ReadPassages,
): (expert: ExpertId, numbers: readonly number[], revision?: number) => Promise<Passages> {
  const kept = recentlyUsed<StoredPassage>(mostBytes, bytesOf);
  /** Readings and outlines come later without a new revision, so passages without them are not cached. */
  const readAndKeep = async (expert: ExpertId, numbers: readonly number[], revision: number) => {
    const passages = await read(expert, numbers);
    for (const [no, passage] of passages)
      if (passage.reading && passage.outline.length > 0) kept.set(nameOf(expert, revision, no), passage);
    return passages;
  };
  return async (expert, numbers, revision) => {
    if (numbers.length === 0) return new Map();
    if (revision === undefined) return read(expert, numbers);
    const known = numbers.map((no) => [no, kept.get(nameOf(expert, revision, no))] as const);
    const missing = known.filter(([, passage]) => passage === undefined).map(([no]) => no);
    const added = missing.length === 0 ? [] : await readAndKeep(expert, missing, revision);
    return new Map([...known.filter((pair): pair is [number, StoredPassage] => pair[1] !== undefined), ...added]);
  };
}

const nameOf = (expert: ExpertId, revision: number, no: number) => `${expert} ${revision} ${no}`;

function bytesOf({ text, title, section, url, metadata, reading, outline }: StoredPassage): number {
  const characters = text.length + title.length + section.length + (url?.length ?? 0) + JSON.stringify(metadata).length;
  return besideTexts + 2 * characters + (reading?.length ?? 0) + outline.length * blockBytes;
}
