/**
 * Security headers of every response. API replies are data: browsers must not run or frame them, guess another type, or
 * send their address to other sites. Pages of the service replace the policy by `pageHeaders`.
 */

const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param tls whether the service itself speaks TLS; only then may it ask browsers to insist on it (RFC 6797, 7.2). */
export function securityHeaders(tls: boolean): Readonly<Record<string, string>> {
  return {
    "content-security-policy": `default-src 'none'; ${closed}`,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...(tls ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/**
 * For pages of the service and their files: loads only from this service, no inline scripts, no devices.
 * `X-Frame-Options` is for tools that do not know `frame-ancestors`, which replaces it (CSP level 2).
 */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    `connect-src 'self'; ${closed}`,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
  "x-frame-options": "DENY",
} as const;

/** For untrusted files: if a browser opens one after all, nothing in it runs or loads. */
export const untrustedContentPolicy = `sandbox; default-src 'none'; ${closed}`;
