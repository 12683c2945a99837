import type { Awaitable } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { OwnQuotas } from "./quota.ts";

export interface QuotaStore {
  own(workspace: WorkspaceId): Awaitable<OwnQuotas>;
  setOwn(workspace: WorkspaceId, own: OwnQuotas): Awaitable<void>;
}

export interface RequestOfMonth {
  readonly workspace: WorkspaceId;
  readonly month: string;
  readonly limit: number | null;
}

/** The requests of a calendar month (UTC): counted ones, and those that run. */
export interface RequestCounts {
  /** Null: the limit is reached. Otherwise the number with this request, if there is a limit. */
  begin(request: RequestOfMonth): Awaitable<number | null>;
  giveBack(workspace: WorkspaceId, month: string): Awaitable<void>;
  /** Corrects what killed processes left. */
  recount(month: string): Awaitable<void>;
}
