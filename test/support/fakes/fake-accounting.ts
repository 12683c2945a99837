/** Quotas and usage kept in memory. */

import type { QuotaStore } from "../../../src/accounting/limit-ports.ts";
import type { OwnQuotas } from "../../../src/accounting/quota.ts";
import { counterNames, dayOf, internalKey, type UsageEntry } from "../../../src/accounting/usage-entry.ts";
import type { Storage, UsageRow, UsageStore } from "../../../src/accounting/usage-ports.ts";
import type { Immediate } from "../../../src/kernel/awaitable.ts";
import type { WorkspaceId } from "../../../src/kernel/ids.ts";

export const noOwnQuotas: OwnQuotas = { requests: null, sources: null, bytes: null };

export function fakeQuotas(): Immediate<QuotaStore> {
  const quotas = new Map<WorkspaceId, OwnQuotas>();
  return {
    own: (workspace) => quotas.get(workspace) ?? noOwnQuotas,
    setOwn: (workspace, own) => void quotas.set(workspace, own),
  };
}

export interface FakeUsage extends Immediate<UsageStore> {
  /** The storage of every workspace. */
  held: Storage;
  /** How often `storage` was read. */
  storageReads: number;
}

export function fakeUsage(): FakeUsage {
  const entries: UsageEntry[] = [];
  const usage: FakeUsage = {
    held: { experts: 0, sources: 0, chunks: 0, bytes: 0 },
    storageReads: 0,
    record: (entry) => {
      if (entry.keyId !== internalKey) entries.push(entry);
    },
    rows: (workspace, fromDay, untilDay) => {
      const found = entries.filter(({ workspaceId, at }) => {
        const day = dayOf(at);
        return workspaceId === workspace && day >= fromDay && day < untilDay;
      });
      const groups = Map.groupBy(found, ({ at, expertId, keyId }) => JSON.stringify([dayOf(at), expertId, keyId]));
      return [...groups.values()].map(rowOf);
    },
    storage: () => {
      usage.storageReads += 1;
      return usage.held;
    },
  };
  return usage;
}

function rowOf(entries: readonly UsageEntry[]): UsageRow {
  const { at, expertId, keyId } = entries[0]!;
  const sums = counterNames.map((name) => [name, entries.reduce((sum, { add }) => sum + (add[name] ?? 0), 0)]);
  return { day: dayOf(at), expertId, keyId, ...Object.fromEntries(sums) };
}
