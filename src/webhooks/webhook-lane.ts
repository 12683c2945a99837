/**
 * Sends the messages that are due. A message is deleted only after it arrived, so a kill repeats it at worst. Messages of one
 * subject go one after the other; others overtake them while a receiver fails.
 */
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { DueMessage, WebhookSender, WebhookStore } from "./ports.ts";
import { retryDelays, signedHeaders } from "./webhook.ts";

export interface WebhookLane {
  /** Sends everything that is due. Call it every second or so. */
  look(): Promise<void>;
  /** Ends what is being sent, which stays due. */
  stop(): Promise<void>;
}

interface WebhookLaneParts {
  readonly store: Pick<WebhookStore, "due" | "arrived" | "missed" | "disable">;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Log;
}

/** Messages sent at once. */
const atOnce = 16;

export function createWebhookLane({ store, sender, clock, log }: WebhookLaneParts): WebhookLane {
  const ending = new AbortController();
  let running: Promise<void> | null = null;

  const attempt = async (message: DueMessage) => {
    const headers = signedHeaders(message, message.secret, clock.now());
    const result = await sender.send(message.url, message, headers, ending.signal);
    const now = clock.now();
    if (result.outcome !== "missed") {
      return result.outcome === "gone" ? store.disable(message, now) : store.arrived(message);
    }
    const delay = retryDelays[message.attempts];
    if (delay === undefined) log.warn("webhook.given_up", { message: message.id, attempts: message.attempts + 1 });
    return store.missed(message, result.error, delay === undefined ? null : now + delay);
  };
  const attemptOrLog = (message: DueMessage) =>
    attempt(message).catch((error: unknown) => {
      if (!ending.signal.aborted) log.error("webhook.not_sent", error, { message: message.id });
      throw error;
    });
  const sendAll = async () => {
    const nextDue = () => store.due(clock.now(), atOnce);
    for (let due = await nextDue(); due.length > 0; due = await nextDue()) {
      const results = await Promise.allSettled(due.map(attemptOrLog));
      if (ending.signal.aborted || results.some(({ status }) => status === "rejected")) return;
    }
  };
  return {
    look: async () => {
      running ??= sendAll().finally(() => {
        running = null;
      });
      await running;
    },
    stop: async () => {
      ending.abort();
      // Whoever looked hears of an error.
      await running?.catch(() => undefined);
    },
  };
}
