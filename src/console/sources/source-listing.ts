import { signal } from "@preact/signals";
import type { SourceListObject, SourceObject } from "../../api/shapes.ts";
import { type ApiProblem, asProblem } from "../app/api-problem.ts";

export type SourceFolderObject = NonNullable<SourceListObject["folders"]>[number];
export type CatalogRow =
  | { readonly kind: "folder"; readonly folder: SourceFolderObject; readonly depth: number; readonly isOpen: boolean }
  | { readonly kind: "source"; readonly source: SourceObject | null; readonly depth: number };

export type LoadPage = (page: number) => Promise<SourceListObject>;
export type Listing = ReturnType<typeof createListing>;

export const pageSize = 100;

/** A list of sources, page by page, with the folders beside them. */
export function createListing(loadPage: LoadPage) {
  const total = signal<number | null>(null);
  const folders = signal<readonly SourceFolderObject[]>([]);
  const hasMoreFolders = signal(false);
  const problem = signal<ApiProblem | null>(null);
  const loaded = signal<ReadonlyMap<number, readonly SourceObject[]>>(new Map());
  const fetches = createFetches(loadPage, {
    done: (page, list) => {
      loaded.value = new Map(loaded.value).set(page, list.data);
      [total.value, problem.value] = [list.total_count, null];
      if (list.folders !== undefined)
        [folders.value, hasMoreFolders.value] = [list.folders, list.has_more_folders === true];
    },
    failed: (cause) => {
      problem.value = asProblem(cause);
    },
  });
  return {
    total,
    problem,
    loaded,
    folders,
    hasMoreFolders,
    at: (index: number) => loaded.value.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null,
    need: (wanted: readonly number[]) => fetches.fetch(wanted.filter((page) => !fetches.isRequested(page))),
    renew: async (kept: readonly number[]) => {
      // Hidden rows may have moved. They are fetched when they are shown again.
      fetches.forgetOthers(kept);
      await fetches.fetch(kept);
    },
    put: (source: SourceObject) => {
      loaded.value = withSource(loaded.value, source);
      // A running request may have read the state before the change.
      void fetches.fetch(fetches.running());
    },
  };
}

interface FetchListener {
  done(page: number, list: Awaited<ReturnType<LoadPage>>): void;
  failed(cause: unknown): void;
}

/** If a page has several running requests, the one that began last counts. */
function createFetches(loadPage: LoadPage, { done, failed }: FetchListener) {
  const requested = new Set<number>();
  const running = new Map<number, symbol>();
  const fetchPage = async (page: number) => {
    const own = Symbol();
    requested.add(page);
    running.set(page, own);
    try {
      const list = await loadPage(page);
      if (running.get(page) !== own) return;
      done(page, list);
    } catch (cause) {
      if (running.get(page) !== own) return;
      requested.delete(page);
      failed(cause);
    }
    running.delete(page);
  };
  return {
    isRequested: (page: number) => requested.has(page),
    running: () => running.keys(),
    fetch: async (wanted: Iterable<number>) => void (await Promise.all([...wanted].map(fetchPage))),
    forgetOthers: (kept: readonly number[]) => {
      for (const page of [...requested]) if (!kept.includes(page)) requested.delete(page);
    },
  };
}

function withSource(loaded: ReadonlyMap<number, readonly SourceObject[]>, source: SourceObject) {
  const put = (rows: readonly SourceObject[]) => rows.map((row) => (row.id === source.id ? source : row));
  return new Map([...loaded].map(([page, rows]) => [page, put(rows)] as const));
}
