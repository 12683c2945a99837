/** What limits need from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { OwnQuotas } from "./quota.ts";

/** The quotas that workspaces have of their own. */
export interface QuotaStore {
  own(workspace: WorkspaceId): Awaitable<OwnQuotas>;
  setOwn(workspace: WorkspaceId, own: OwnQuotas): Awaitable<void>;
}

/** A request that is about to begin. */
export interface RequestOfMonth {
  readonly workspace: WorkspaceId;
  /** `2026-11` */
  readonly month: string;
  /** Null: no limit. */
  readonly limit: number | null;
}

/** The requests of workspaces in a calendar month (UTC): those in their usage, and those that run. */
export interface RequestCounts {
  /** Counts a request; null: there are as many as the limit allows. Otherwise how many there are with it, if there is a limit. */
  begin(request: RequestOfMonth): Awaitable<number | null>;
  /** Subtracts a request that turned out not to count. */
  giveBack(workspace: WorkspaceId, month: string): Awaitable<void>;
  /** Corrects counts of a month that processes left behind when they were killed. */
  recount(month: string): Awaitable<void>;
}
