/** For every response. Replies of the API are data: browsers must not run or frame them. */

const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param tls only then may it ask browsers to insist on it (RFC 6797, 7.2) */
export function securityHeaders(tls: boolean): Readonly<Record<string, string>> {
  return {
    "content-security-policy": `default-src 'none'; ${closed}`,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(tls ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/** For our pages and their files. `X-Frame-Options` is for tools that do not know `frame-ancestors`. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    `connect-src 'self'; ${closed}`,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-frame-options": "DENY",
} as const;

/** For untrusted files: nothing in them runs or loads. */
export const untrustedContentPolicy = `sandbox; default-src 'none'; ${closed}`;
