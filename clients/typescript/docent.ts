/** The client as a package: what programs in Node, Bun and browsers need to ask a service. */
import { openConnection } from "../../src/client/connection.ts";
import { type DocentClient, docentClient } from "../../src/client/docent-client.ts";
import { noRetries, type RetryLimits, usualRetries } from "../../src/client/retry-plan.ts";

export type { AnswerProgress } from "../../src/api/answer-events.ts";
export type { components, operations, paths } from "../../src/api/openapi.d.ts";
export type {
  AnswerObject as Answer,
  CitationObject as Citation,
  ExpertObject as Expert,
  KeyObject as Key,
  QuestionRequest as Question,
  SourceObject as Source,
  UsageObject as Usage,
} from "../../src/api/shapes.ts";
export { ApiError, ConnectionError, DocentError, SourceError, TimeoutError } from "../../src/client/client-error.ts";
export type {
  DocentClient,
  FileDetails,
  FollowOptions,
  SourceInput,
  WaitOptions,
} from "../../src/client/docent-client.ts";
export type { RetryLimits } from "../../src/client/retry-plan.ts";
export type { CallOptions } from "../../src/client/typed-calls.ts";

export interface DocentOptions {
  /** Where the service is, with or without `/v1`. */
  readonly url: string;
  /** Without one, as in the service's own pages, a cookie says who asks. */
  readonly apiKey?: string;
  /** Milliseconds for one attempt: by default two minutes, and fifteen for answers and files. */
  readonly timeout?: number;
  /** False: nothing is sent again. */
  readonly retries?: RetryLimits | false;
  /** Told before each wait. */
  readonly onRetry?: (reason: string, milliseconds: number) => void;
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

export function createDocent(options: DocentOptions): DocentClient {
  const { url, apiKey, timeout, retries = usualRetries, onRetry, fetch } = options;
  const address = url.replace(/\/+$/, "").replace(/\/v1$/, "");
  const connection = openConnection({
    place: { address, socket: null, trusted: null },
    key: apiKey ?? null,
    pause: spreadPause,
    onWait: (reason, milliseconds) => onRetry?.(reason, milliseconds),
    retries: retries === false ? noRetries : retries,
    ...(fetch === undefined ? {} : { fetch }),
  });
  return docentClient(connection, { timeout });
}

/** Clients that were turned away together do not come back together. */
function spreadPause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", end);
        resolve();
      },
      milliseconds * (1 + Math.random() / 4),
    );
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
