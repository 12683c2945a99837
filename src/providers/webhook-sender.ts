/** Sends to checked addresses only, without redirects. */
import { FetchError } from "../sources/ingest/ingest-failure.ts";
import type { Attempt, WebhookSender } from "../webhooks/ports.ts";
import type { AddressGuard } from "./address-guard.ts";
import { fetchFrom } from "./guarded-fetch.ts";

const defaultDeadline = 15_000;

/** @param userAgent a name and a version (RFC 9110, section 10.1.5) */
export function webhookSender(guard: AddressGuard, userAgent: string, deadline = defaultDeadline): WebhookSender {
  return {
    send: async (address, { payload }, signed, signal) => {
      const timeout = AbortSignal.timeout(deadline);
      const aborted = AbortSignal.any([signal, timeout]);
      try {
        const { url, addresses } = await guard.check(new URL(address));
        aborted.throwIfAborted();
        const headers = { ...signed, "user-agent": userAgent, "content-type": "application/json" };
        const sent = { method: "POST", headers, body: payload, signal: aborted };
        const response = await fetchFrom(addresses[0], url, sent);
        void response.body?.cancel();
        return outcomeOf(response.status);
      } catch (error) {
        signal.throwIfAborted();
        const reason = timeout.aborted ? `The receiver did not answer within ${deadline / 1000} seconds.` : said(error);
        return { outcome: "missed", status: null, error: reason };
      }
    },
  };
}

function outcomeOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: "arrived", status };
  if (status === 410) return { outcome: "gone", status };
  return { outcome: "missed", status, error: `The receiver answered ${status}.` };
}

/** Hides what only this machine should know. */
function said(error: unknown): string {
  return error instanceof FetchError ? error.message : "The receiver cannot be reached.";
}
