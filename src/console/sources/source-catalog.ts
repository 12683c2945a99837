import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { SourceObject, SourceObjectStatus } from "../../api/shapes.ts";
import { type ApiClient, unwrap } from "../app/api-client.ts";
import { type ApiProblem, asProblem } from "../app/api-problem.ts";

export interface SourceCriteria {
  readonly text: string;
  readonly status: SourceObjectStatus | null;
  readonly order: "asc" | "desc";
}

export interface SourceCatalog {
  readonly criteria: ReadonlySignal<SourceCriteria>;
  readonly total: ReadonlySignal<number | null>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  readonly hasPending: ReadonlySignal<boolean>;
  row(index: number): SourceObject | null;
  look(criteria: SourceCriteria): void;
  view(first: number, last: number): void;
  /** Fetches the visible rows again. Never rejects. */
  refresh(): Promise<void>;
  put(source: SourceObject): void;
  /**
   * Shows the expected state while a change is sent, then the reply or the previous state. One change of a source at a
   * time. Rejects as `change` does.
   */
  attempt(expected: SourceObject, change: () => Promise<SourceObject>): Promise<void>;
}

const pageSize = 100;
const first: SourceCriteria = { text: "", status: null, order: "desc" };

export function createSourceCatalog({ call }: ApiClient, expertId: string): SourceCatalog {
  const criteria = signal(first);
  const pages = createPages((page) => {
    const query = { ...queryOf(criteria.value), limit: pageSize, offset: page * pageSize };
    return unwrap(call.GET("/v1/experts/{id}/sources", { params: { path: { id: expertId }, query } }));
  });
  const attempts = createAttempts();
  let [from, to] = [0, 0];
  const inView = () => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  return {
    criteria,
    total: pages.total,
    problem: pages.problem,
    hasPending: computed(() => [...pages.loaded.value.values()].flat().some(isPending)),
    row: (index) => attempts.shown(pages.loaded.value.get(Math.floor(index / pageSize))?.[index % pageSize] ?? null),
    look: (wanted) => {
      criteria.value = wanted;
      [from, to] = [0, 0];
      pages.begin();
    },
    view: (firstRow, lastRow) => {
      [from, to] = [Math.floor(firstRow / pageSize), Math.floor(lastRow / pageSize)];
      pages.need(inView());
    },
    refresh: () => pages.renew(inView()),
    put: pages.put,
    attempt: async (expected, change) => pages.put(await attempts.make(expected, change)),
  };
}

const isPending = ({ status }: SourceObject) => status === "queued" || status === "processing";

type LoadPage = (page: number) => Promise<{ readonly data: readonly SourceObject[]; readonly total_count: number }>;

function createPages(loadPage: LoadPage) {
  const total = signal<number | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const loaded = signal<ReadonlyMap<number, readonly SourceObject[]>>(new Map());
  const fetches = createFetches(loadPage, {
    done: (page, list) => {
      loaded.value = new Map(loaded.value).set(page, list.data);
      [total.value, problem.value] = [list.total_count, null];
    },
    failed: (cause) => {
      problem.value = asProblem(cause);
    },
  });
  return {
    total,
    problem,
    loaded,
    begin: () => {
      fetches.forgetAll();
      loaded.value = new Map();
      void fetches.fetch([0]);
    },
    need: (wanted: readonly number[]) => void fetches.fetch(wanted.filter((page) => !fetches.isRequested(page))),
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
    forgetAll: () => {
      for (const known of [requested, running]) known.clear();
    },
    forgetOthers: (kept: readonly number[]) => {
      for (const page of [...requested]) if (!kept.includes(page)) requested.delete(page);
    },
  };
}

function withSource(loaded: ReadonlyMap<number, readonly SourceObject[]>, source: SourceObject) {
  const put = (rows: readonly SourceObject[]) => rows.map((row) => (row.id === source.id ? source : row));
  return new Map([...loaded].map(([page, rows]) => [page, put(rows)] as const));
}

interface Attempts {
  shown(row: SourceObject | null): SourceObject | null;
  make(expected: SourceObject, change: () => Promise<SourceObject>): Promise<SourceObject>;
}

function createAttempts(): Attempts {
  const expectations = signal<ReadonlyMap<string, SourceObject>>(new Map());
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
