/** The sources that are chosen in a list: each by itself, or with the folder that they are in. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { SourceObject } from "../../api/shapes.ts";
import type { CatalogRow } from "./source-listing.ts";

export interface SourceChoice {
  readonly count: ReadonlySignal<number>;
  has(row: CatalogRow): boolean;
  toggle(row: CatalogRow): void;
  add(rows: readonly CatalogRow[]): void;
  /** @param total the number of all sources in the list */
  all(total: number): void;
  clear(): void;
  ids(): Promise<readonly string[]>;
}

interface Chosen {
  readonly folders: ReadonlyMap<string, number>;
  readonly sources: ReadonlyMap<string, string>;
  /** Sources of chosen folders that were taken out again, with their paths. */
  readonly except: ReadonlyMap<string, string>;
}

const none: Chosen = { folders: new Map(), sources: new Map(), except: new Map() };

export function createSourceChoice(idsWithin: (path: string) => Promise<readonly string[]>): SourceChoice {
  const chosen = signal(none);
  const has = (row: CatalogRow) => isChosen(chosen.value, row);
  return {
    has,
    count: computed(() => countOf(chosen.value)),
    toggle: (row) => {
      chosen.value = has(row) ? without(chosen.value, row) : withRow(chosen.value, row);
    },
    add: (rows) => {
      chosen.value = rows.reduce(withRow, chosen.value);
    },
    all: (total) => {
      chosen.value = { ...none, folders: new Map([["", total]]) };
    },
    clear: () => {
      chosen.value = none;
    },
    ids: async () => {
      const { folders, sources, except } = chosen.value;
      const outer = [...folders.keys()].filter((path) => !isWithin(path, folders, path));
      const inside = await Promise.all(outer.map(idsWithin));
      return [...new Set([...inside.flat(), ...sources.keys()])].filter((id) => !except.has(id));
    },
  };
}

/** As the service reads it. */
function pathOf({ external_id, url }: SourceObject): string {
  return (external_id ?? url ?? "").replace(/^http.*?:\/\//i, "");
}

/** @param but a folder to leave out */
function isWithin(path: string, folders: ReadonlyMap<string, number>, but: string | null = null): boolean {
  for (const folder of folders.keys()) if (folder !== but && path.startsWith(folder)) return true;
  return false;
}

function isChosen({ folders, sources, except }: Chosen, row: CatalogRow): boolean {
  if (row.kind === "folder") return isWithin(row.folder.path, folders);
  if (row.source === null || except.has(row.source.id)) return false;
  return sources.has(row.source.id) || isWithin(pathOf(row.source), folders);
}

function withRow(chosen: Chosen, row: CatalogRow): Chosen {
  if (row.kind === "folder")
    return { ...chosen, folders: new Map(chosen.folders).set(row.folder.path, row.folder.source_count) };
  if (row.source === null) return chosen;
  const except = new Map(chosen.except);
  if (except.delete(row.source.id)) return { ...chosen, except };
  return { ...chosen, sources: new Map(chosen.sources).set(row.source.id, pathOf(row.source)) };
}

function without(chosen: Chosen, row: CatalogRow): Chosen {
  if (row.kind === "folder") {
    const { path } = row.folder;
    const folders = new Map([...chosen.folders].filter(([each]) => !path.startsWith(each)));
    return { ...chosen, folders, except: new Map([...chosen.except].filter(([, each]) => isWithin(each, folders))) };
  }
  if (row.source === null) return chosen;
  const { id } = row.source;
  const [sources, path] = [new Map(chosen.sources), pathOf(row.source)];
  sources.delete(id);
  const isInside = isWithin(path, chosen.folders);
  return { ...chosen, sources, except: isInside ? new Map(chosen.except).set(id, path) : chosen.except };
}

function countOf({ folders, sources, except }: Chosen): number {
  const inside = [...folders].filter(([path]) => !isWithin(path, folders, path)).map(([, count]) => count);
  const alone = [...sources.values()].filter((path) => !isWithin(path, folders)).length;
  return inside.reduce((sum, count) => sum + count, alone) - except.size;
}
