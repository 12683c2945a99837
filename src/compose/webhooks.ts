import { buildInfo } from "../build-info.ts";
import { addressGuard } from "../providers/address-guard.ts";
import { webhookSender } from "../providers/webhook-sender.ts";
import { webhookJob } from "../webhooks/webhook-job.ts";
import { createWebhookService, type WebhookService } from "../webhooks/webhook-service.ts";
import type { Foundation } from "./foundation.ts";

export interface Webhooks {
  readonly webhooks: WebhookService;
}

export function composeWebhooks({ config, stores, clock, random, ids, log, runner }: Foundation): Webhooks {
  const store = stores.webhooks;
  const agent = `docent/${buildInfo.version}`;
  const sender = config.offline ? null : webhookSender(addressGuard(config.allowPrivateUrls), agent);
  if (sender !== null) runner.add(webhookJob({ store, sender, clock, log }));
  return {
    webhooks: createWebhookService({ store, sender, clock, ids, random }),
  };
}
