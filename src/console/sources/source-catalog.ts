/** The sources of one expert as far as they have been in view: a window onto a list of any length. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { type ApiClient, unwrap } from "../api/api-client.ts";
import { type ApiProblem, asProblem } from "../api/api-problem.ts";
import type { Source, SourceStatus } from "../api/shapes.ts";

export interface SourceWish {
  readonly text: string;
  /** Null: of every status. */
  readonly status: SourceStatus | null;
  readonly order: "asc" | "desc";
}

export interface SourceCatalog {
  readonly wish: ReadonlySignal<SourceWish>;
  /** Null until the first page came. */
  readonly total: ReadonlySignal<number | null>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  /** Whether any that was in view waits or is being read. */
  readonly hasPending: ReadonlySignal<boolean>;
  /** Null while it is on its way. */
  row(index: number): Source | null;
  look(wish: SourceWish): void;
  /** Says what is in view, so that it is fetched. */
  view(first: number, last: number): void;
  /** Fetches what is in view again. Never rejects. */
  refresh(): Promise<void>;
  /** Shows a source as it is known to be now. */
  put(source: Source): void;
}

const pageSize = 100;
const first: SourceWish = { text: "", status: null, order: "desc" };

export function createSourceCatalog({ call }: ApiClient, expertId: string): SourceCatalog {
  const wish = signal(first);
  const total = signal<number | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const pages = signal<ReadonlyMap<number, readonly Source[]>>(new Map());
  const asked = new Set<number>();
  let [from, to] = [0, 0];
  const fetchPage = async (page: number) => {
    const wanted = wish.value;
    asked.add(page);
    try {
      const query = { ...queryOf(wanted), limit: pageSize, offset: page * pageSize };
      const list = await unwrap(call.GET("/v1/experts/{id}/sources", { params: { path: { id: expertId }, query } }));
      if (wanted !== wish.value) return;
      pages.value = new Map(pages.value).set(page, list.data);
      [total.value, problem.value] = [list.total_count, null];
    } catch (cause) {
      asked.delete(page);
      problem.value = asProblem(cause);
    }
  };
  const inView = () => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return {
    wish,
    total,
    problem,
    hasPending: computed(() =>
      [...pages.value.values()].flat().some(({ status }) => status === "queued" || status === "processing"),
    ),
    row: (index) => pages.value.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null,
    look: (wanted) => {
      wish.value = wanted;
      asked.clear();
      pages.value = new Map();
      [from, to] = [0, 0];
      void fetchPage(0);
    },
    view: (firstRow, lastRow) => {
      [from, to] = [Math.floor(firstRow / pageSize), Math.floor(lastRow / pageSize)];
      for (const page of inView()) if (!asked.has(page)) void fetchPage(page);
    },
    refresh: async () => {
      const kept = inView();
      // What is out of view may have moved: it is fetched when it is seen again.
      for (const page of [...asked]) if (!kept.includes(page)) asked.delete(page);
      await Promise.all(kept.map(fetchPage));
    },
    put: (source) => {
      const changed = [...pages.value].map(
        ([page, rows]) => [page, rows.map((row) => (row.id === source.id ? source : row))] as const,
      );
      pages.value = new Map(changed);
    },
  };
}

function queryOf({ text, status, order }: SourceWish) {
  const q = text.trim();
  return { order, ...(q === "" ? {} : { q }), ...(status === null ? {} : { status }) };
}
