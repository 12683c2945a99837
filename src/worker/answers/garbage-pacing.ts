/**
 * The runtime collects when as much was allocated as the heap holds, 32 MB at least; here between questions, before
 * that.
 */
export interface GarbagePacing {
  answered(): void;
}

/** Questions between two collections: each leaves about 0.3 MB behind, and a collection takes a millisecond. */
const questionsBetween = 64;

export function paceGarbage(collect: () => void): GarbagePacing {
  let since = 0;
  return {
    answered: () => {
      since += 1;
      if (since < questionsBetween) return;
      since = 0;
      collect();
    },
  };
}
