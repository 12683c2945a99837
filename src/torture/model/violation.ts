/** What must not be. */
export const violationKinds = {
  lost: "an acknowledged write is gone",
  doubled: "a write counts twice, or came from nowhere",
  half_visible: "a source is there in parts",
  stale_citation: "something deleted or replaced was cited",
  wrong_quote: "a quote is not what stands at its place",
  usage_off: "the usage is not that of the acknowledged work",
  index_off: "a search does not find what the rows hold",
  key_off: "a key that was revoked works, or one that was made does not",
  reply_off: "the service answered what it must not",
} as const;
export type ViolationKind = keyof typeof violationKinds;

export interface Violation {
  readonly kind: ViolationKind;
  /** Where it was seen, and what. */
  readonly says: string;
}
