import { Fault } from "../kernel/fault.ts";

/** Requests in a calendar month (UTC); sources and bytes held now. */
export const quotaNames = ["requests", "sources", "bytes"] as const;
export type QuotaName = (typeof quotaNames)[number];

/** Null: no limit. */
export type Quotas = Readonly<Record<QuotaName, number | null>>;

/** Null: the service's default. */
export type OwnQuotas = Readonly<Record<QuotaName, number | "none" | null>>;

export interface StoredAmounts {
  readonly sources: number;
  readonly bytes: number;
}

export function quotasOf(own: OwnQuotas, standard: Quotas): Quotas {
  const effective = (name: QuotaName) => (own[name] === "none" ? null : (own[name] ?? standard[name]));
  return { requests: effective("requests"), sources: effective("sources"), bytes: effective("bytes") };
}

/** The limit that the document would exceed; null: none. */
function lackingRoom(held: StoredAmounts, growth: StoredAmounts, quotas: Quotas): "sources" | "bytes" | null {
  for (const name of ["sources", "bytes"] as const) {
    const limit = quotas[name];
    if (limit !== null && growth[name] > 0 && held[name] + growth[name] > limit) return name;
  }
  return null;
}

const remedy = "an operator can raise it with `docent workspaces limit`";

/** @param resetsAt milliseconds: when the next period begins */
export function requestQuotaExceeded(limit: number, resetsAt: number): Fault {
  const instant = new Date(resetsAt).toISOString().replace(".000Z", "Z");
  return new Fault("quota_exceeded", `The workspace has used all of its ${limit} requests for this month.`, {
    hint: `The limit resets at ${instant}; ${remedy}.`,
  });
}

export function storageQuotaExceeded(name: "sources" | "bytes", limit: number): Fault {
  const what = name === "sources" ? `${limit} sources` : `${limit} bytes of documents`;
  return new Fault("quota_exceeded", `The workspace may hold ${what}. This addition would exceed that.`, {
    hint: `Delete sources that are no longer needed. This limit does not reset with the month, but ${remedy}.`,
  });
}

export interface Room {
  readonly limits: Quotas;
  known(): StoredAmounts | null;
  keep(held: StoredAmounts): void;
}

/** The limit that the document would exceed; null: it fits. */
export function lackingIn(
  { limits, keep }: Room,
  growth: StoredAmounts,
  held: StoredAmounts,
): "sources" | "bytes" | null {
  const lacking = lackingRoom(held, growth, limits);
  if (lacking === null) keep({ sources: held.sources + growth.sources, bytes: held.bytes + growth.bytes });
  return lacking;
}

/** For a process that adds all documents: the known amounts, if they leave enough. Null: count again. */
export function knownToSuffice(room: Room, growth: StoredAmounts): StoredAmounts | null {
  const known = room.known();
  return known !== null && lackingRoom(known, growth, room.limits) === null ? known : null;
}
