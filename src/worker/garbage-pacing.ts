/**
 * Says when an answer thread should collect its garbage. The runtime waits until about as much was allocated as the heap
 * holds, and 32 MB at least, in each thread. Collected between two questions, the garbage of a few is enough.
 */
export interface GarbagePacing {
  /** A question was answered. @param isWaiting whether there is another. */
  answered(isWaiting: boolean): void;
}

/** Questions between two collections if nobody waits for the thread … */
const few = 16;
/** … and if somebody does. A question leaves about 0.3 MB behind. */
const many = 64;

export function paceGarbage(collect: () => void): GarbagePacing {
  let since = 0;
  return {
    answered: (isWaiting) => {
      since += 1;
      if (since < (isWaiting ? many : few)) return;
      since = 0;
      collect();
    },
  };
}
