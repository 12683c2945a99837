/**
 * Sends the messages that are due. A message is deleted after it arrived, so a kill repeats it at worst. Messages of
 * one subject go one after the other.
 */
import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { DueMessage, WebhookSender, WebhookStore } from "./ports.ts";
import { retryDelays, signedHeaders } from "./webhook.ts";

export interface WebhookLane {
  /** To be called every second or so. */
  look(): Promise<void>;
  /** What is being sent stays due. */
  stop(): Promise<void>;
}

interface WebhookLaneParts {
  readonly store: Pick<WebhookStore, "waiting" | "due" | "arrived" | "missed" | "disable">;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Log;
}

/** Of a workspace. */
const atOnce = 16;
const workspacesAtOnce = 16;

export function createWebhookLane({ store, sender, clock, log }: WebhookLaneParts): WebhookLane {
  const ending = new AbortController();
  const running = new Map<WorkspaceId, Promise<void>>();
  const inTurn = createTurns(workspacesAtOnce);

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
  const sendSome = async (workspace: WorkspaceId): Promise<boolean> => {
    if (ending.signal.aborted) return false;
    const due = await store.due(clock.now(), workspace, atOnce);
    const results = await Promise.allSettled(due.map(attemptOrLog));
    return due.length > 0 && results.every(({ status }) => status === "fulfilled");
  };
  const sendAll = async (workspace: WorkspaceId) => {
    while (await inTurn(() => sendSome(workspace)));
  };
  const begin = (workspace: WorkspaceId) => {
    const sending = sendAll(workspace).finally(() => running.delete(workspace));
    running.set(workspace, sending);
    return sending;
  };
  return {
    look: async () => {
      const waiting = await store.waiting(clock.now());
      await Promise.all(waiting.map((workspace) => running.get(workspace) ?? begin(workspace)));
    },
    stop: async () => {
      ending.abort();
      await Promise.allSettled(running.values());
    },
  };
}

function createTurns(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
