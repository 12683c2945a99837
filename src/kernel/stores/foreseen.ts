/**
 * What the store of keys has read about the expert that a request will ask for, so that both are one round trip. Only
 * the store of experts looks inside.
 */
export interface Foreseen {
  readonly kind: "foreseen";
}
