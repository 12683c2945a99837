/** Reserved before its work and counted in its transaction, a request never exceeds a quota. */
import { type Awaitable, whenKnown } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import { type VersionedCache, versionedCache } from "../kernel/stores/versioned-cache.ts";
import type { QuotaStore, RequestCounts } from "./limit-ports.ts";
import {
  type OwnQuotas,
  type QuotaName,
  type Quotas,
  quotasOf,
  type Room,
  requestQuotaExceeded,
  type StoredAmounts,
} from "./quota.ts";
import { monthOf } from "./usage-service.ts";

export type Reservation = ReturnType<typeof reservation>;

export type QuotaService = ReturnType<typeof createQuotaService>;

interface QuotaServiceParts {
  readonly store: QuotaStore;
  readonly requests: RequestCounts;
  readonly clock: Clock;
  readonly standard: () => Quotas;
  readonly tellNear?: (workspace: WorkspaceId, notice: NearQuota) => void;
  readonly onLost?: (error: unknown) => void;
}

export interface NearQuota {
  readonly quota: QuotaName;
  readonly used: number;
  readonly limit: number;
  readonly month: string;
  readonly at: number;
}

const nearShare = 0.8;

/** Milliseconds; short, because the command line may change quotas at any time. */
const believed = 1000;
/** Milliseconds; reading a document adds its text. */
const recounted = 10_000;
const mostWorkspaces = 10_000;

export function createQuotaService(parts: QuotaServiceParts) {
  const { store, requests, clock, standard } = parts;
  const watchNear = nearWatch(parts);
  const held = versionedCache<StoredAmounts>(() => Math.floor(clock.now() / recounted), mostWorkspaces);
  const own = ownQuotas(store, clock);
  const quotas = (workspace: WorkspaceId) => whenKnown(own.of(workspace), (found) => quotasOf(found, standard()));
  const begin = (workspace: WorkspaceId, limit: number | null): Awaitable<Reservation> => {
    const at = clock.now();
    const month = monthAt(at);
    return whenKnown(requests.begin({ workspace, month, limit }), (used) => {
      if (used === null) throw requestQuotaExceeded(limit ?? 0, monthOf(month).end);
      watchNear(workspace, "requests", { used, limit });
      return reservation(at, () => requests.giveBack(workspace, month), parts.onLost);
    });
  };
  return {
    quotas,
    /** Keeps quotas that are not given. @returns all of them */
    change: async (workspace: WorkspaceId, changes: Partial<OwnQuotas>) =>
      quotasOf(await own.change(workspace, changes), standard()),
    /** @throws Fault `quota_exceeded` */
    reserve: (workspace: WorkspaceId) => whenKnown(quotas(workspace), ({ requests: limit }) => begin(workspace, limit)),
    /** For the program's own requests, which are never refused. */
    reserveOwn: (workspace: WorkspaceId) => begin(workspace, null),
    /** Null: any amount. */
    roomFor: (workspace: WorkspaceId) =>
      whenKnown(quotas(workspace), (limits) =>
        limits.sources === null && limits.bytes === null ? null : roomWithin(workspace, limits, { held, watchNear }),
      ),
  };
}

function roomWithin(
  workspace: WorkspaceId,
  limits: Quotas,
  { held, watchNear }: { held: VersionedCache<StoredAmounts>; watchNear: ReturnType<typeof nearWatch> },
): Room {
  return {
    limits,
    // Deletions since then can only make it too high.
    known: () => held.openAt(workspace).known ?? null,
    keep: (now) => {
      held.openAt(workspace).keep(now);
      for (const name of ["sources", "bytes"] as const)
        watchNear(workspace, name, { used: now[name], limit: limits[name] });
    },
  };
}

function ownQuotas(store: QuotaStore, clock: Clock) {
  const known = versionedCache<OwnQuotas>(() => Math.floor(clock.now() / believed), mostWorkspaces);
  return {
    of: (workspace: WorkspaceId): Awaitable<OwnQuotas> => {
      const place = known.openAt(workspace);
      if (place.known !== undefined) return place.known;
      return whenKnown(store.own(workspace), (found) => {
        place.keep(found);
        return found;
      });
    },
    change: async (workspace: WorkspaceId, changes: Partial<OwnQuotas>): Promise<OwnQuotas> => {
      const changed = { ...(await store.own(workspace)), ...changes };
      await store.setOwn(workspace, changed);
      known.openAt(workspace).keep(changed);
      return changed;
    },
  };
}

function nearWatch({ clock, tellNear }: QuotaServiceParts) {
  const told = new Map<string, string>();
  return (
    workspace: WorkspaceId,
    quota: QuotaName,
    { used, limit }: { readonly used: number; readonly limit: number | null },
  ): void => {
    if (limit === null || used < nearShare * limit || tellNear === undefined) return;
    const at = clock.now();
    const month = monthAt(at);
    const name = `${workspace} ${quota}`;
    if (told.get(name) === month) return;
    told.set(name, month);
    tellNear(workspace, { quota, used, limit, month, at });
  };
}

function reservation(at: number, giveBack: () => Awaitable<void>, onLost?: (error: unknown) => void) {
  let state: "open" | "counted" | "released" = "open";
  return {
    /** The time of the reservation, in whose month it counts. */
    at,
    counted: () => {
      state = "counted";
    },
    /** Does nothing after `counted`. */
    release: () => {
      if (state !== "open") return;
      state = "released";
      const given = giveBack();
      if (given instanceof Promise) given.catch((error: unknown) => onLost?.(error));
    },
  };
}

function monthAt(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}
