/**
 * What the store of keys has read ahead about the request's expert, to save a round trip. Only the store of experts
 * looks inside.
 */
export interface Foreseen {
  readonly kind: "foreseen";
}
