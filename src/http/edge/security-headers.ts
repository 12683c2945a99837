/**
 * What browsers are told with every response. An API's answers are data: nothing in them runs, is framed, is guessed to
 * be of another type, or tells another site where it was read. A page of ours replaces the policy by `pageHeaders`.
 */

const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param tls whether the service itself speaks TLS; only then may it ask browsers to insist on it (RFC 6797, 7.2). */
export function securityHeaders(tls: boolean): Readonly<Record<string, string>> {
  return {
    "content-security-policy": `default-src 'none'; ${closed}`,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(tls ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/** For a page of ours and all that it loads: from this service alone, no script inline, no device. */
export const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
    `connect-src 'self'; ${closed}`,
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
} as const;

/** For bytes that a stranger wrote: should a browser open them in spite of all, nothing in them runs or loads. */
export const strangersPolicy = `sandbox; default-src 'none'; ${closed}`;
