/**
 * Enforces the quotas of workspaces. A request is reserved before its work begins and counted in the transaction of its
 * work, so that concurrent requests never exceed the limit. Only one process writes the counters (it holds the lock of the
 * data folder), so its counts in memory are exact.
 */
import type { Immediate } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import { versionedCache } from "../kernel/versioned-cache.ts";
import type { UsageStore } from "../usage/ports.ts";
import { dayOf } from "../usage/usage-entry.ts";
import { monthOf, type Period } from "../usage/usage-service.ts";
import type { QuotaStore } from "./ports.ts";
import {
  type OwnQuotas,
  type QuotaName,
  type Quotas,
  quotasOf,
  requestQuotaExceeded,
  type StoredAmounts,
} from "./quota.ts";
import type { Room } from "./room.ts";

/** A reserved request. */
export interface Reservation {
  /** The time at which it is counted: that of the reservation, so that both are in the same month. */
  readonly at: number;
  /** It has been counted. */
  counted(): void;
  /** Ends it. If it was not counted, the reservation is released. */
  release(): void;
}

export interface QuotaService {
  /** Reserves a request. @throws Fault `quota_exceeded` */
  reserve(workspace: WorkspaceId): Reservation;
  /** The same for the program's own requests, which are counted and never refused. */
  reserveOwn(workspace: WorkspaceId): Reservation;
  /** What a workspace may hold; null: any amount. */
  roomFor(workspace: WorkspaceId): Room | null;
  /** The current quotas of a workspace. */
  quotas(workspace: WorkspaceId): Quotas;
}

interface QuotaServiceParts {
  readonly store: Immediate<QuotaStore>;
  readonly usage: Pick<Immediate<UsageStore>, "rows">;
  readonly clock: Clock;
  /** The limits of workspaces that have none of their own. Read again each time. */
  readonly standard: () => Quotas;
  /** Called once a month for each quota, when `nearShare` of it is used. */
  readonly tellNear?: (workspace: WorkspaceId, notice: NearQuota) => void;
}

export interface NearQuota {
  readonly quota: QuotaName;
  readonly used: number;
  readonly limit: number;
  /** `2026-11` */
  readonly month: string;
  readonly at: number;
}

/** The share of a quota from which on it counts as nearly used. */
const nearShare = 0.8;

/** Milliseconds. A workspace's own quotas are read at most this long ago: the command line may change them at any time. */
const believed = 1000;
/** Milliseconds. Holdings are counted at most this long ago: reading a document adds its text. */
const recounted = 10_000;
/** Workspaces whose quotas and holdings are kept. */
const mostWorkspaces = 10_000;

export function createQuotaService(parts: QuotaServiceParts): QuotaService {
  const { store, usage, clock, standard } = parts;
  const watchNear = nearWatch(parts);
  const own = versionedCache<OwnQuotas>(() => Math.floor(clock.now() / believed), mostWorkspaces);
  const held = versionedCache<StoredAmounts>(() => Math.floor(clock.now() / recounted), mostWorkspaces);
  const tallies = new Map<WorkspaceId, Tally>();
  const ownOf = (workspace: WorkspaceId): OwnQuotas => {
    const place = own.openAt(workspace);
    if (place.known !== undefined) return place.known;
    const found = store.own(workspace);
    place.keep(found);
    return found;
  };
  const quotas = (workspace: WorkspaceId) => quotasOf(ownOf(workspace), standard());
  const tallyOf = (workspace: WorkspaceId, now: number): Tally => {
    const known = tallies.get(workspace);
    if (known !== undefined && now >= known.period.start && now < known.period.end) return known;
    const period = monthOf(new Date(now).toISOString().slice(0, 7));
    const rows = usage.rows(workspace, dayOf(period.start), dayOf(period.end));
    const tally = { period, taken: rows.reduce((sum, { query, chat, ingest }) => sum + query + chat + ingest, 0) };
    tallies.set(workspace, tally);
    return tally;
  };
  return {
    quotas,
    reserve: (workspace) => {
      const now = clock.now();
      const tally = tallyOf(workspace, now);
      const limit = quotas(workspace).requests;
      if (limit !== null && tally.taken >= limit) throw requestQuotaExceeded(limit, tally.period.end);
      watchNear(workspace, "requests", { used: tally.taken + 1, limit });
      return setAside(tally, now);
    },
    reserveOwn: (workspace) => setAside(tallyOf(workspace, clock.now()), clock.now()),
    roomFor: (workspace) => {
      const limits = quotas(workspace);
      if (limits.sources === null && limits.bytes === null) return null;
      return {
        limits,
        // What was added since the count is in it, so the count can only be too high: by what was deleted since.
        known: () => held.openAt(workspace).known ?? null,
        keep: (now) => {
          held.openAt(workspace).keep(now);
          for (const name of ["sources", "bytes"] as const)
            watchNear(workspace, name, { used: now[name], limit: limits[name] });
        },
      };
    },
  };
}

/** Returns the function that tells of a quota that is nearly used, once a month as far as this process knows. */
function nearWatch({ clock, tellNear }: QuotaServiceParts) {
  const told = new Map<string, string>();
  return (
    workspace: WorkspaceId,
    quota: QuotaName,
    { used, limit }: { readonly used: number; readonly limit: number | null },
  ): void => {
    if (limit === null || used < nearShare * limit || tellNear === undefined) return;
    const at = clock.now();
    const month = new Date(at).toISOString().slice(0, 7);
    const name = `${workspace} ${quota}`;
    if (told.get(name) === month) return;
    told.set(name, month);
    tellNear(workspace, { quota, used, limit, month, at });
  };
}

/** The requests of a workspace in a period, including reserved ones. */
interface Tally {
  readonly period: Period;
  taken: number;
}

function setAside(tally: Tally, at: number): Reservation {
  let state: "open" | "counted" | "released" = "open";
  tally.taken += 1;
  return {
    at,
    counted: () => {
      state = "counted";
    },
    release: () => {
      if (state === "open") tally.taken -= 1;
      if (state === "open") state = "released";
    },
  };
}
