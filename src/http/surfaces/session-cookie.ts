/** The half of a session that scripts cannot read. Other ports of this machine receive it too, but not the token. */
import type { SessionCredentials } from "../../keys/session-service.ts";

/** Named after the token, so that services on several ports do not overwrite each other's cookies. */
function nameFor(token: string): string {
  return `docent-${new Bun.CryptoHasher("sha256").update(token).digest("hex").slice(0, 16)}`;
}

export function credentialsOf(request: Request, token: string): SessionCredentials {
  const name = `${nameFor(token)}=`;
  const cookies = (request.headers.get("cookie") ?? "").split("; ");
  return { token, secret: cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) };
}

interface Cookie {
  readonly token: string;
  readonly secret: string | null;
  readonly seconds: number;
  readonly secure: boolean;
}

/** RFC 6265bis: not for scripts, not from other sites, only for the API. */
export function sessionCookie({ token, secret, seconds, secure }: Cookie): string {
  const kept = secret === null ? 0 : seconds;
  const secureOnly = secure ? "; Secure" : "";
  return `${nameFor(token)}=${secret ?? ""}; Path=/; Max-Age=${kept}; HttpOnly; SameSite=Strict${secureOnly}`;
}
