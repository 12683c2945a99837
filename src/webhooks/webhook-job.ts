/**
 * A message is deleted only after it arrived. Those of one subject go one after the other; receivers that fail hold up
 * nobody else.
 */
import { whenKnown } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import type { WorkspaceId } from "../kernel/ids.ts";
import type { Log } from "../kernel/log.ts";
import type { JobKind, JobOutcome } from "../runner/job-kind.ts";
import type { DueMessage, WebhookSender, WebhookStore } from "./ports.ts";
import { retryDelays, signedHeaders } from "./webhook.ts";

interface WebhookJobParts {
  readonly store: Pick<WebhookStore, "waiting" | "due" | "arrived" | "missed" | "disable">;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly log: Log;
}

/** Messages of a workspace that are sent at once … */
const atOnce = 16;
/** … and workspaces. Where there are more, each waits for its turn after every sixteen messages. */
const workspacesAtOnce = 16;
/** Milliseconds between looks for messages that are due, also after a failure. */
const lookEvery = 1000;

export function webhookJob(parts: WebhookJobParts): JobKind<WorkspaceId> {
  const { store, clock } = parts;
  let last: WorkspaceId | null = null;
  return {
    name: "webhooks",
    width: workspacesAtOnce,
    claim: (most, held) =>
      whenKnown(store.waiting(clock.now()), (waiting) => {
        const others = waiting.filter((workspace) => !held.includes(workspace)).toSorted();
        const from = others.findIndex((workspace) => last !== null && workspace > last);
        const inTurn = from === -1 ? others : [...others.slice(from), ...others.slice(0, from)];
        const taken = inTurn.slice(0, most);
        last = taken.at(-1) ?? last;
        return taken;
      }),
    work: (workspace, { signal }) => sendSome(parts, workspace, signal),
    every: lookEvery,
    failed: "webhook.due_not_read",
  };
}

async function sendSome(parts: WebhookJobParts, workspace: WorkspaceId, signal: AbortSignal): Promise<JobOutcome> {
  if (signal.aborted) return "again";
  const due = await parts.store.due(parts.clock.now(), workspace, atOnce);
  const results = await Promise.allSettled(due.map((message) => attemptOrLog(parts, message, signal)));
  if (results.some(({ status }) => status === "rejected")) return { lookIn: lookEvery };
  return due.length > 0 ? "again" : "idle";
}

async function attemptOrLog(parts: WebhookJobParts, message: DueMessage, signal: AbortSignal): Promise<void> {
  try {
    await attempt(parts, message, signal);
  } catch (error) {
    if (!signal.aborted) parts.log.error("webhook.not_sent", error, { message: message.id });
    throw error;
  }
}

async function attempt({ store, sender, clock, log }: WebhookJobParts, message: DueMessage, signal: AbortSignal) {
  const headers = signedHeaders(message, message.secret, clock.now());
  const result = await sender.send(message.url, message, headers, signal);
  const now = clock.now();
  if (result.outcome !== "missed") {
    return result.outcome === "gone" ? store.disable(message, now) : store.arrived(message);
  }
  const delay = retryDelays[message.attempts];
  if (delay === undefined) log.warn("webhook.given_up", { message: message.id, attempts: message.attempts + 1 });
  return store.missed(message, result.error, delay === undefined ? null : now + delay);
}
