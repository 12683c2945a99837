import { type ReadonlySignal, signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type ApiProblem, asProblem, isAbort } from "./api-problem.ts";

export interface Resource<T> {
  /** Null until the first load. A refresh keeps the old value until the new one arrives. */
  readonly data: ReadonlySignal<T | null>;
  readonly problem: ReadonlySignal<ApiProblem | null>;
  readonly loading: ReadonlySignal<boolean>;
  /** Never rejects. If several loads overlap, the one that began last counts. */
  refresh(): Promise<void>;
  /** Sets a value that is newer than every running load. */
  put(data: T): void;
  /** Changes the value, and the value of a running load, which may have begun before the change. */
  adjust(change: (data: T) => T): void;
  clear(): void;
}

export function createResource<T>(load: () => Promise<T>): Resource<T> {
  const data = signal<T | null>(null);
  const problem = signal<ApiProblem | null>(null);
  const loading = signal(false);
  let latest = 0;
  let changes: ((data: T) => T)[] = [];
  const put = (value: T | null) => {
    latest += 1;
    [data.value, problem.value, loading.value] = [value, null, false];
  };
  return {
    data,
    problem,
    loading,
    put,
    adjust: (change) => {
      if (data.value !== null) data.value = change(data.value);
      if (loading.value) changes.push(change);
    },
    clear: () => put(null),
    refresh: async () => {
      latest += 1;
      const own = latest;
      changes = [];
      loading.value = true;
      try {
        const loaded = await load();
        if (own === latest) [data.value, problem.value] = [changed(loaded, changes), null];
      } catch (cause) {
        if (own === latest && !isAbort(cause)) problem.value = asProblem(cause);
      } finally {
        if (own === latest) loading.value = false;
      }
    },
  };
}

function changed<T>(loaded: T, changes: readonly ((data: T) => T)[]): T {
  let data = loaded;
  for (const change of changes) data = change(data);
  return data;
}

/** Loads at once. A change of `inputs` starts from nothing; a change of `again` keeps the old value until the new one is there. */
export function useResource<T>(load: () => Promise<T>, inputs: readonly unknown[], again?: unknown): Resource<T> {
  const resource = useMemo(() => createResource(load), inputs);
  useEffect(() => void resource.refresh(), [resource, again]);
  return resource;
}

export function useAllowedResource<T>(isAllowed: boolean, load: () => Promise<T>): Resource<T> {
  const resource = useMemo(() => createResource(load), []);
  useEffect(() => {
    if (isAllowed) void resource.refresh();
  }, [isAllowed]);
  return resource;
}

/** Looks again and again while something is moving and the page is in view. @param interval milliseconds */
export function useLookingAgain(isMoving: boolean, interval: number, look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") latest.current();
    }, interval);
    return () => clearInterval(timer);
  }, [isMoving, interval]);
}
