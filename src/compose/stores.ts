/** The stores that the services keep their rows in, each behind the port of its user. */
import type { CheckStore } from "../checks/ports.ts";
import type { ExpertStore } from "../experts/ports.ts";
import type { AskedQuestions } from "../gaps/ports.ts";
import type { KeyStore, SessionStore, WorkspaceStore } from "../keys/ports.ts";
import type { Database } from "../storage/database.ts";
import { askedRows } from "../storage/questions/asked-rows.ts";
import { checkRows } from "../storage/questions/check-rows.ts";
import { expertRows } from "../storage/rows/expert-rows.ts";
import { keyRows, sessionRows } from "../storage/rows/key-rows.ts";
import { workspaceRows } from "../storage/rows/workspace-rows.ts";
import { webhookRows } from "../storage/webhooks/webhook-rows.ts";
import type { WebhookStore } from "../webhooks/ports.ts";

export interface Stores {
  readonly workspaces: WorkspaceStore;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  readonly experts: ExpertStore;
  readonly webhooks: WebhookStore;
  readonly asked: AskedQuestions;
  readonly checks: CheckStore;
}

export function sqliteStores(database: Database): Stores {
  return {
    workspaces: workspaceRows(database),
    keys: keyRows(database),
    sessions: sessionRows(database),
    experts: expertRows(database),
    webhooks: webhookRows(database),
    asked: askedRows(database),
    checks: checkRows(database),
  };
}
