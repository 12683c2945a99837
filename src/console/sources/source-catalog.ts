/** The loaded part of an expert's sources, for a list of any length. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Source, SourceStatus } from "../../api/shapes.ts";
import { type ApiClient, unwrap } from "../api/api-client.ts";
import { type ApiProblem, asProblem } from "../api/api-problem.ts";

export interface SourceCriteria {
  readonly text: string;
  readonly status: SourceStatus | null;
  readonly order: "asc" | "desc";
}

export interface SourceCatalog {
  readonly criteria: ReadonlySignal<SourceCriteria>;
  /** Null until the first page has loaded. */
  readonly total: ReadonlySignal<number | null>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  readonly hasPending: ReadonlySignal<boolean>;
  /** Null while it is loading. */
  row(index: number): Source | null;
  look(criteria: SourceCriteria): void;
  /** Reports the visible rows, so that they are fetched. */
  view(first: number, last: number): void;
  /** Fetches the visible rows again. Never rejects. */
  refresh(): Promise<void>;
  /** Replaces a source with its newest state. */
  put(source: Source): void;
  /**
   * Shows the expected state while a change is sent, then the reply or the previous state. One change of a source at a
   * time. Rejects as `change` does.
   */
  attempt(expected: Source, change: () => Promise<Source>): Promise<void>;
}

const pageSize = 100;
const first: SourceCriteria = { text: "", status: null, order: "desc" };

export function createSourceCatalog({ call }: ApiClient, expertId: string): SourceCatalog {
  const criteria = signal(first);
  const total = signal<number | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const pages = signal<ReadonlyMap<number, readonly Source[]>>(new Map());
  const attempts = createAttempts();
  const requested = new Set<number>();
  /** The running requests by page. If a page has several, the one that began last counts. */
  const running = new Map<number, symbol>();
  let [from, to] = [0, 0];
  const fetchPage = async (page: number) => {
    const own = Symbol();
    requested.add(page);
    running.set(page, own);
    try {
      const query = { ...queryOf(criteria.value), limit: pageSize, offset: page * pageSize };
      const list = await unwrap(call.GET("/v1/experts/{id}/sources", { params: { path: { id: expertId }, query } }));
      if (running.get(page) !== own) return;
      pages.value = new Map(pages.value).set(page, list.data);
      [total.value, problem.value] = [list.total_count, null];
    } catch (cause) {
      if (running.get(page) !== own) return;
      requested.delete(page);
      problem.value = asProblem(cause);
    }
    running.delete(page);
  };
  const inView = () => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const put = (source: Source) => {
    const changed = [...pages.value].map(
      ([page, rows]) => [page, rows.map((row) => (row.id === source.id ? source : row))] as const,
    );
    pages.value = new Map(changed);
    // A running request may have read the state before the change.
    for (const page of running.keys()) void fetchPage(page);
  };
  return {
    criteria,
    total,
    problem,
    hasPending: computed(() =>
      [...pages.value.values()].flat().some(({ status }) => status === "queued" || status === "processing"),
    ),
    row: (index) => attempts.shown(pages.value.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null),
    look: (wanted) => {
      criteria.value = wanted;
      requested.clear();
      running.clear();
      pages.value = new Map();
      [from, to] = [0, 0];
      void fetchPage(0);
    },
    view: (firstRow, lastRow) => {
      [from, to] = [Math.floor(firstRow / pageSize), Math.floor(lastRow / pageSize)];
      for (const page of inView()) if (!requested.has(page)) void fetchPage(page);
    },
    refresh: async () => {
      const kept = inView();
      // Hidden rows may have moved. They are fetched when they are shown again.
      for (const page of [...requested]) if (!kept.includes(page)) requested.delete(page);
      await Promise.all(kept.map(fetchPage));
    },
    put,
    attempt: async (expected, change) => put(await attempts.make(expected, change)),
  };
}

interface Attempts {
  /** The expected state of a row during a change. */
  shown(row: Source | null): Source | null;
  make(expected: Source, change: () => Promise<Source>): Promise<Source>;
}

function createAttempts(): Attempts {
  const expectations = signal<ReadonlyMap<string, Source>>(new Map());
  const last = new Map<string, Promise<unknown>>();
  return {
    shown: (row) => (row === null ? null : (expectations.value.get(row.id) ?? row)),
    make: async (expected, change) => {
      const { id } = expected;
      expectations.value = new Map(expectations.value).set(id, expected);
      const attempt = (last.get(id) ?? Promise.resolve()).catch(() => {}).then(change);
      last.set(id, attempt);
      try {
        return await attempt;
      } finally {
        if (last.get(id) === attempt) {
          last.delete(id);
          expectations.value = new Map([...expectations.value].filter(([each]) => each !== id));
        }
      }
    },
  };
}

function queryOf({ text, status, order }: SourceCriteria) {
  const q = text.trim();
  return { order, ...(q === "" ? {} : { q }), ...(status === null ? {} : { status }) };
}
