/**
 * The half of a session that scripts cannot read. Cookies ignore ports: a server on another port of this machine is sent
 * this one too, and gains nothing, for it lacks the token, which stays in the storage of the page's own origin.
 */
import type { Halves } from "../../keys/session-service.ts";

/** By the token, so that services on several ports do not overwrite each other's. */
function nameFor(token: string): string {
  return `docent-${new Bun.CryptoHasher("sha256").update(token).digest("hex").slice(0, 16)}`;
}

/** @param token what came as the bearer token */
export function halvesOf(request: Request, token: string): Halves {
  const name = `${nameFor(token)}=`;
  const cookies = (request.headers.get("cookie") ?? "").split("; ");
  return { token, secret: cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) };
}

interface Cookie {
  readonly token: string;
  /** Null removes it. */
  readonly secret: string | null;
  readonly seconds: number;
  /** Whether it only goes over TLS. */
  readonly secure: boolean;
}

/** A `Set-Cookie` (RFC 6265bis): not for scripts, not with requests that another site makes, not elsewhere than to the API. */
export function sessionCookie({ token, secret, seconds, secure }: Cookie): string {
  const kept = secret === null ? 0 : seconds;
  const secureOnly = secure ? "; Secure" : "";
  return `${nameFor(token)}=${secret ?? ""}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Strict${secureOnly}`;
}
