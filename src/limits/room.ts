/** Whether a workspace has room for a document. Stores ask in the transaction that adds it. */
import { lackingRoom, type Quotas, type StoredAmounts } from "./quota.ts";

/** What a workspace may hold. */
export interface Room {
  readonly limits: Quotas;
  /** What it held when this process counted lately, with all that the process has added since; null: count. */
  known(): StoredAmounts | null;
  /** Called in the transaction that adds something, with what the workspace holds then. */
  keep(held: StoredAmounts): void;
}

/** The limit that a document would exceed. Null: it fits, and is part of what the workspace holds from now on. */
export function lackingIn(
  { limits, keep }: Room,
  growth: StoredAmounts,
  held: StoredAmounts,
): "sources" | "bytes" | null {
  const lacking = lackingRoom(held, growth, limits);
  if (lacking === null) keep({ sources: held.sources + growth.sources, bytes: held.bytes + growth.bytes });
  return lacking;
}

/** The same for a process that adds all documents itself: it counts only before it refuses one. */
export function lackingInEstimate(room: Room, growth: StoredAmounts, count: () => StoredAmounts) {
  const known = room.known();
  const isEnough = known !== null && lackingRoom(known, growth, room.limits) === null;
  return lackingIn(room, growth, isEnough ? known : count());
}
