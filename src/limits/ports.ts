/** What limits need from the outside. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { OwnQuotas } from "./quota.ts";

/** The quotas that workspaces have of their own. */
export interface QuotaStore {
  own(workspace: WorkspaceId): Awaitable<OwnQuotas>;
  setOwn(workspace: WorkspaceId, own: OwnQuotas): Awaitable<void>;
}
