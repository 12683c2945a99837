/** Takes the place of stores that have no adapter over PostgreSQL yet. */
import type { VectorRows } from "../../memory/ports.ts";

function noVectors(): never {
  throw new Error("no embedding model can be used over PostgreSQL, so nothing writes vectors");
}

/** No expert has any: the settings of an embedding model are refused. */
export const vectorsNotYet: VectorRows = {
  standing: () => ({ embedding: null, isEmpty: false, mayLack: false }),
  open: noVectors,
  openAnew: noVectors,
  missing: noVectors,
  count: noVectors,
  inherit: noVectors,
  add: noVectors,
  use: noVectors,
  sweep: noVectors,
};
