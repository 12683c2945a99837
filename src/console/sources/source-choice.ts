/** The sources that are chosen in a list. Only rows that differ from the folder around them are kept, so that all cost no more than one. */
import { computed, signal } from "@preact/signals";
import type { SourceObject } from "../../api/shapes.ts";
import type { CatalogRow } from "./source-listing.ts";

export type ChosenShare = "all" | "some" | "none";

export type SourceChoice = ReturnType<typeof createSourceChoice>;

interface Decision {
  readonly path: string;
  /** Null: it is about a folder. */
  readonly id: string | null;
  readonly isChosen: boolean;
  readonly count: number;
}

/** By path of a folder, or id of a source; each says another thing than what is around it. */
type Decisions = ReadonlyMap<string, Decision>;

export function createSourceChoice(idsWithin: (path: string) => Promise<readonly string[]>) {
  const decisions = signal<Decisions>(new Map());
  const below = computed(() => countsBelow(decisions.value));
  const of = (row: CatalogRow) => shareOf(row, decisions.value, below.value);
  return {
    of,
    count: computed(() => sum([...decisions.value.values()].map(signed))),
    toggle: (row: CatalogRow) => {
      decisions.value = decided(decisions.value, [row], of(row) !== "all");
    },
    add: (rows: readonly CatalogRow[]) => {
      decisions.value = decided(decisions.value, rows, true);
    },
    all: (total: number) => {
      decisions.value = new Map([["", { path: "", id: null, isChosen: true, count: total }]]);
    },
    clear: () => {
      decisions.value = new Map();
    },
    ids: async () => {
      const outer = [...decisions.value.values()].toSorted((a, b) => rank(a) - rank(b));
      const lists = await Promise.all(outer.map(async ({ id, path }) => (id === null ? idsWithin(path) : [id])));
      const ids = new Set<string>();
      for (const [at, { isChosen }] of outer.entries())
        for (const id of lists[at]!)
          if (isChosen) ids.add(id);
          else ids.delete(id);
      return [...ids];
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const signed = ({ isChosen, count }: Decision) => (isChosen ? count : -count);

const rank = ({ id, path }: Decision) => (id === null ? path.length : Number.POSITIVE_INFINITY);

function pathOf({ external_id, url }: SourceObject): string {
  return (external_id ?? url ?? "").replace(/^http.*?:\/\//i, "");
}

interface PlacedRow {
  readonly name: string;
  readonly path: string;
  readonly id: string | null;
  readonly count: number;
}

function placed(row: CatalogRow): PlacedRow | null {
  if (row.kind === "folder")
    return { name: row.folder.path, path: row.folder.path, id: null, count: row.folder.source_count };
  return row.source && { name: row.source.id, path: pathOf(row.source), id: row.source.id, count: 1 };
}

/** The folders around it, the innermost first; the last is the whole list. */
function foldersAround({ path, id }: Pick<PlacedRow, "path" | "id">): readonly string[] {
  const folders: string[] = [];
  for (let end = id === null ? path.length - 1 : path.length; end > 0; ) {
    end = path.lastIndexOf("/", end - 1);
    if (end >= 0) folders.push(path.slice(0, end + 1));
  }
  return path === "" && id === null ? [] : [...folders, ""];
}

function isChosenAround(decisions: Decisions, row: Pick<PlacedRow, "path" | "id">): boolean {
  const folder = foldersAround(row).find((each) => decisions.has(each));
  return folder !== undefined && decisions.get(folder)!.isChosen;
}

/** By folder, how many more are chosen in it than what is around it says. */
function countsBelow(decisions: Decisions): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const decision of decisions.values())
    for (const folder of foldersAround(decision)) counts.set(folder, (counts.get(folder) ?? 0) + signed(decision));
  return counts;
}

function shareOf(row: CatalogRow, decisions: Decisions, below: ReadonlyMap<string, number>): ChosenShare {
  const found = placed(row);
  if (found === null) return "none";
  const isChosen = decisions.get(found.name)?.isChosen ?? isChosenAround(decisions, found);
  const chosen = (isChosen ? found.count : 0) + (found.id === null ? (below.get(found.path) ?? 0) : 0);
  if (chosen === 0) return "none";
  return chosen === found.count ? "all" : "some";
}

function decided(decisions: Decisions, rows: readonly CatalogRow[], isChosen: boolean): Decisions {
  const changed = new Map(decisions);
  for (const row of rows.map(placed)) if (row !== null) decide(changed, row, isChosen);
  return changed;
}

function decide(decisions: Map<string, Decision>, { name, ...facts }: PlacedRow, isChosen: boolean): void {
  const { path, id } = facts;
  if (id === null) for (const [each, inner] of decisions) if (inner.path.startsWith(path)) decisions.delete(each);
  decisions.delete(name);
  if (isChosenAround(decisions, facts) !== isChosen) decisions.set(name, { ...facts, isChosen });
}
