/** The request's expert, which the store of keys reads along to save a round trip, for the store of experts. */
export interface Foreseen {
  readonly kind: "foreseen";
}
