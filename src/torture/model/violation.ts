export const violationKinds = {
  lost: "an acknowledged write is gone",
  doubled: "a write counts twice, or came from nowhere",
  half_visible: "part of a source is missing",
  stale_citation: "something deleted or replaced was cited",
  wrong_quote: "a quote differs from the text at its place",
  usage_off: "the usage differs from the acknowledged work",
  index_off: "a search result differs from the rows",
  key_off: "a key that was revoked works, or one that was made does not",
  reply_off: "the service sent a reply that it must not send",
} as const;
export type ViolationKind = keyof typeof violationKinds;

export interface Violation {
  readonly kind: ViolationKind;
  readonly says: string;
}
