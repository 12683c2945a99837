import type { ExpertId } from "../../kernel/ids.ts";
import type { Keeper } from "../../kernel/keepers.ts";
import type { KeeperRecord } from "./ports.ts";

/** Those that keep something, or of which something is held, by name. */
export function keeperRecords(
  expertId: ExpertId,
  counts: readonly { readonly keeper: Keeper; readonly n: number }[],
  states: readonly Omit<KeeperRecord, "sources">[],
): readonly KeeperRecord[] {
  const records = new Map<Keeper, KeeperRecord>();
  for (const { keeper, n } of counts) records.set(keeper, { expertId, keeper, sources: n, done: [], held: null });
  for (const { keeper, done, held } of states) {
    const before = records.get(keeper);
    if (before !== undefined || held !== null)
      records.set(keeper, { expertId, keeper, sources: before?.sources ?? 0, done, held });
  }
  return [...records.values()].sort((a, b) => (a.keeper < b.keeper ? -1 : 1));
}
