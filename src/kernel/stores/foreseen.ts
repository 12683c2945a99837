/**
 * What the store of keys has read ahead about the expert that a request will ask for, so that key and expert are one round
 * trip to a database on another machine. Only the store of experts of the same database looks inside.
 */
export interface Foreseen {
  readonly kind: "foreseen";
}
