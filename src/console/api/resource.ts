/** Something the page has fetched, fetches again, or failed to fetch. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApiProblem, asProblem, isAbort } from "./api-problem.ts";

export interface Resource<T> {
  /** Null until it first came. What is there stays while it is fetched again. */
  readonly data: ReadonlySignal<T | null>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  readonly loading: ReadonlySignal<boolean>;
  /** Never rejects. Of several under way the one that began last counts. */
  refresh(): Promise<void>;
  /** Shows something before the service has said it. */
  put(data: T): void;
}

export function createResource<T>(load: () => Promise<T>): Resource<T> {
  const data = signal<T | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const loading = signal(false);
  let latest = 0;
  return {
    data,
    problem,
    loading,
    put: (value) => {
      data.value = value;
    },
    refresh: async () => {
      latest += 1;
      const own = latest;
      loading.value = true;
      try {
        const loaded = await load();
        if (own === latest) [data.value, problem.value] = [loaded, null];
      } catch (cause) {
        if (own === latest && !isAbort(cause)) problem.value = asProblem(cause);
      } finally {
        if (own === latest) loading.value = false;
      }
    },
  };
}
