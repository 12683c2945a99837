/** What the store of keys has read ahead of the expert, to save a round trip; the store of experts reads it. */
export interface Foreseen {
  readonly kind: "foreseen";
}
