/** Whether a workspace has room for a document. Stores ask in the transaction that adds it. */
import { lackingRoom, type Quotas, type StoredAmounts } from "./quota.ts";

export interface Room {
  readonly limits: Quotas;
  known(): StoredAmounts | null;
  keep(held: StoredAmounts): void;
}

/** The limit that a document would exceed; null: it fits. */
export function lackingIn(
  { limits, keep }: Room,
  growth: StoredAmounts,
  held: StoredAmounts,
): "sources" | "bytes" | null {
  const lacking = lackingRoom(held, growth, limits);
  if (lacking === null) keep({ sources: held.sources + growth.sources, bytes: held.bytes + growth.bytes });
  return lacking;
}

/** For a process that adds all documents itself: what is known to be held, if it leaves enough room. Null: count. */
export function knownToSuffice(room: Room, growth: StoredAmounts): StoredAmounts | null {
  const known = room.known();
  return known !== null && lackingRoom(known, growth, room.limits) === null ? known : null;
}
