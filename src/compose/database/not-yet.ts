/** Takes the place of stores that have no adapter over PostgreSQL yet. */
import { Fault } from "../../kernel/fault.ts";
import type { VectorRows } from "../../memory/ports.ts";
import type { SiteStore } from "../../sites/ports.ts";

/** @throws Fault `invalid_parameter` */
function noSites(): never {
  throw new Fault("invalid_parameter", "Sites cannot be kept in PostgreSQL yet.", {
    hint: "Add their pages one by one, as sources with a `url`.",
  });
}

/** There are none, and none can be added. */
export const sitesNotYet: SiteStore = {
  addition: noSites,
  byId: () => null,
  list: () => ({ items: [], hasMore: false, totalCount: 0 }),
  due: () => null,
  queue: noSites,
  cancel: noSites,
  begin: noSites,
  end: noSites,
  rescope: noSites,
  nextPage: noSites,
  addPages: noSites,
  settle: noSites,
  twin: noSites,
  missing: noSites,
  hide: noSites,
  nextRemoval: () => null,
  detach: noSites,
  drop: noSites,
};

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
