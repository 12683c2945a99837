import type { RateLimiter, RateVerdict } from "../../accounting/rate-limiter.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { Fault } from "../../kernel/fault.ts";
import type { Access } from "../../keys/key.ts";
import { asSent } from "./readable-address.ts";

export interface Throttled {
  readonly request: Request;
  readonly server: { requestIP(request: Request): { readonly address: string } | null } | null;
  readonly set: { readonly headers: Record<string, string | number> };
}

export type Throttle = ReturnType<typeof createThrottle>;

export function createThrottle({ keys, wrongKeys }: { keys: RateLimiter; wrongKeys: RateLimiter }) {
  return {
    /** Too many wrong keys of an address make wrong ones wait, not a right one. @throws Fault `rate_limit_exceeded` */
    tries: <T>(request: Throttled, authenticate: () => Awaitable<T>) => {
      const refused = (error: unknown): never => {
        if (!(error instanceof Fault && error.code === "invalid_api_key")) throw error;
        const verdict = wrongKeys.take(neighbourhood(request));
        if (verdict === null || verdict.allowed) throw error;
        throw refusal("Too many wrong keys came from this address.", verdict);
      };
      try {
        const result = authenticate();
        return result instanceof Promise ? result.catch(refused) : result;
      } catch (error) {
        return refused(error);
      }
    },
    /** Reports the remaining requests in headers. @throws Fault `rate_limit_exceeded` */
    asks: ({ set }: Throttled, { keyId }: Access) => {
      const verdict = keys.take(keyId);
      if (verdict === null) return;
      set.headers["x-ratelimit-limit-requests"] = String(verdict.limit);
      set.headers["x-ratelimit-remaining-requests"] = String(verdict.remaining);
      set.headers["x-ratelimit-reset-requests"] = duration(verdict.fullIn);
      if (!verdict.allowed) throw refusal(`This key may make ${verdict.limit} requests a minute.`, verdict);
    },
  };
}

function refusal(message: string, { nextIn }: RateVerdict): Fault {
  const seconds = Math.max(1, Math.ceil(nextIn / 1000));
  return new Fault("rate_limit_exceeded", message, {
    hint: `Send the request again in ${seconds} s.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** For IPv6 the first 64 bits, which one household gets (RFC 6177). */
function neighbourhood({ request, server }: Throttled): string {
  const address = server?.requestIP(asSent(request))?.address ?? "local";
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter((group) => group !== "").length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill("0"), ...(tail ?? "").split(":")]
    .slice(0, 4)
    .join(":");
}

/** As in OpenAI's headers: `8ms`, `1.2s`, `6m0s`. */
export function duration(milliseconds: number): string {
  const whole = Math.ceil(milliseconds);
  if (whole < 1000) return `${whole}ms`;
  const seconds = Math.ceil(milliseconds / 10) / 100;
  const minutes = Math.floor(seconds / 60);
  const rest = Number((seconds - minutes * 60).toFixed(2));
  return minutes === 0 ? `${rest}s` : `${minutes}m${rest}s`;
}
