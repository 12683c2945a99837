/** Builds the webhooks: who listens, and what sends to them. */
import { buildInfo } from "../build-info.ts";
import type { Config } from "../config/load-config.ts";
import type { Clock } from "../kernel/clock.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import { addressGuard } from "../providers/address-guard.ts";
import { webhookSender } from "../providers/webhook-sender.ts";
import type { Database } from "../storage/database.ts";
import { webhookRows } from "../storage/webhooks/webhook-rows.ts";
import { createWebhookLane } from "../webhooks/webhook-lane.ts";
import { createWebhookService, type WebhookService } from "../webhooks/webhook-service.ts";

export interface Webhooks {
  readonly webhooks: WebhookService;
  /** Sends what is due. */
  sendDueWebhooks(): Promise<void>;
  stopWebhooks(): Promise<void>;
}

interface WebhooksParts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdMint;
  readonly log: Log;
  readonly random: (bytes: Uint8Array) => Uint8Array;
}

export function composeWebhooks({ config, database, clock, ids, log, random }: WebhooksParts): Webhooks {
  const store = webhookRows(database);
  const agent = `docent/${buildInfo.version}`;
  const sender = config.offline ? null : webhookSender(addressGuard(config.allowPrivateUrls), agent);
  const lane = sender === null ? null : createWebhookLane({ store, sender, clock, log });
  return {
    webhooks: createWebhookService({ store, sender, clock, ids, random }),
    sendDueWebhooks: async () => lane?.look(),
    stopWebhooks: async () => lane?.stop(),
  };
}
