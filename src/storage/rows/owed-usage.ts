/**
 * Usage that could not be written because the disk is full, kept in memory until it can be. It is lost if the process ends
 * before.
 */
import { counterNames, dayOf, type UsageEntry } from "../../usage/usage-entry.ts";

export interface OwedUsage {
  /** The entries to write with the next one, one for each day, expert and key. */
  all(): readonly UsageEntry[];
  add(entry: UsageEntry): void;
  clear(): void;
}

export function createOwedUsage(): OwedUsage {
  const owed = new Map<string, UsageEntry>();
  return {
    all: () => [...owed.values()],
    add: (entry) => {
      const { workspaceId, expertId, keyId, at } = entry;
      const name = JSON.stringify([workspaceId, dayOf(at), expertId, keyId]);
      const known = owed.get(name);
      owed.set(name, known === undefined ? entry : { ...entry, add: sumOf(known.add, entry.add) });
    },
    clear: () => owed.clear(),
  };
}

function sumOf(a: UsageEntry["add"], b: UsageEntry["add"]): UsageEntry["add"] {
  const used = counterNames.filter((name) => a[name] !== undefined || b[name] !== undefined);
  return Object.fromEntries(used.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}
