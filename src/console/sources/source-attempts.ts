import { signal } from "@preact/signals";
import type { SourceObject } from "../../api/shapes.ts";

export interface Attempts {
  shown(row: SourceObject | null): SourceObject | null;
  make(expected: SourceObject, change: () => Promise<SourceObject>): Promise<SourceObject>;
}

export function createAttempts(): Attempts {
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
