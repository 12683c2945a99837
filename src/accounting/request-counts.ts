import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { RequestCounts } from "./limit-ports.ts";
import { dayOf } from "./usage-entry.ts";
import type { UsageStore } from "./usage-ports.ts";
import { monthOf } from "./usage-service.ts";

interface Tally {
  readonly month: string;
  taken: number;
}

export function requestsInMemory(usage: Pick<UsageStore, "rows">): RequestCounts {
  const tallies = new Map<WorkspaceId, { readonly month: string; readonly tally: Awaitable<Tally> }>();
  // Requests during a read of usage share its promise.
  const tallyOf = (workspace: WorkspaceId, month: string): Awaitable<Tally> => {
    const known = tallies.get(workspace);
    if (known?.month === month) return known.tally;
    const { start, end } = monthOf(month);
    const tally = whenKnown(usage.rows(workspace, dayOf(start), dayOf(end)), (rows) => ({
      month,
      taken: rows.reduce((sum, { query, chat, ingest }) => sum + query + chat + ingest, 0),
    }));
    tallies.set(workspace, { month, tally });
    if (tally instanceof Promise) tally.catch(() => tallies.delete(workspace));
    return tally;
  };
  return {
    begin: ({ workspace, month, limit }) =>
      whenKnown(tallyOf(workspace, month), (tally) => {
        if (limit !== null && tally.taken >= limit) return null;
        tally.taken += 1;
        return tally.taken;
      }),
    giveBack: (workspace, month) => {
      const known = tallies.get(workspace);
      if (known?.month !== month) return;
      return whenKnown(known.tally, (tally) => {
        tally.taken -= 1;
      });
    },
    recount: () => undefined,
  };
}
