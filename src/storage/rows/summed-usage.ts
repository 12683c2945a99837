/** Usage in memory, one entry for each day, expert and key. */
import { type CounterName, counterNames, dayOf, type UsageEntry } from "../../usage/usage-entry.ts";

export interface SummedUsage {
  all(): readonly UsageEntry[];
  add(entry: UsageEntry): void;
  clear(): void;
}

export function summedUsage(): SummedUsage {
  const sums = new Map<string, UsageEntry>();
  return {
    all: () => [...sums.values()],
    add: (entry) => {
      const { workspaceId, expertId, keyId, at } = entry;
      const name = `${workspaceId} ${dayOf(at)} ${expertId} ${keyId}`;
      const known = sums.get(name);
      sums.set(name, known === undefined ? entry : { ...entry, add: sumOf(known.add, entry.add) });
    },
    clear: () => sums.clear(),
  };
}

function sumOf(a: UsageEntry["add"], b: UsageEntry["add"]): UsageEntry["add"] {
  const sum: Partial<Record<CounterName, number>> = { ...a };
  for (const name of counterNames) {
    const more = b[name];
    if (more !== undefined) sum[name] = (sum[name] ?? 0) + more;
  }
  return sum;
}
