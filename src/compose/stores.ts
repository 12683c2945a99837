/** The stores that the services keep their rows in, each behind the port of its user. */
import type { CheckStore } from "../checks/ports.ts";
import type { AskedQuestions } from "../gaps/ports.ts";
import type { Database } from "../storage/database.ts";
import { askedRows } from "../storage/questions/asked-rows.ts";
import { checkRows } from "../storage/questions/check-rows.ts";
import { webhookRows } from "../storage/webhooks/webhook-rows.ts";
import type { WebhookStore } from "../webhooks/ports.ts";

export interface Stores {
  readonly webhooks: WebhookStore;
  readonly asked: AskedQuestions;
  readonly checks: CheckStore;
}

export function sqliteStores(database: Database): Stores {
  return { webhooks: webhookRows(database), asked: askedRows(database), checks: checkRows(database) };
}
