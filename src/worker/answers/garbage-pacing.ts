/**
 * Says when an answer thread should collect its garbage. The runtime waits until about as much was allocated as the heap
 * holds, and 32 MB at least, in each thread. Collected between two questions, the garbage of some is enough.
 */
export interface GarbagePacing {
  /** A question was answered. */
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
