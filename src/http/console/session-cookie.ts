/**
 * The half of a session that scripts cannot read. Cookies ignore ports, so a server on another port of this machine
 * receives it too. That is harmless, because it lacks the token, which stays in the storage of the page's own origin.
 */
import type { SessionCredentials } from "../../keys/session-service.ts";

/** Named after the token, so that services on several ports do not overwrite each other's cookies. */
function nameFor(token: string): string {
  return `docent-${new Bun.CryptoHasher("sha256").update(token).digest("hex").slice(0, 16)}`;
}

/** @param token the bearer token */
export function credentialsOf(request: Request, token: string): SessionCredentials {
  const name = `${nameFor(token)}=`;
  const cookies = (request.headers.get("cookie") ?? "").split("; ");
  return { token, secret: cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) };
}

interface Cookie {
  readonly token: string;
  /** Null removes the cookie. */
  readonly secret: string | null;
  readonly seconds: number;
  /** Whether it is sent only over TLS. */
  readonly secure: boolean;
}

/** A `Set-Cookie` (RFC 6265bis): not readable by scripts, not sent with requests from other sites, sent only to the API. */
export function sessionCookie({ token, secret, seconds, secure }: Cookie): string {
  const kept = secret === null ? 0 : seconds;
  const secureOnly = secure ? "; Secure" : "";
  return `${nameFor(token)}=${secret ?? ""}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Strict${secureOnly}`;
}
