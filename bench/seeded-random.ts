/** Random numbers that are the same in every run: mulberry32, 32 bits of state. */
export interface SeededRandom {
  /** From 0, below 1. */
  next(): number;
  /** A whole number from 0, below `bound`. */
  below(bound: number): number;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, below: (bound) => Math.floor(next() * bound) };
}
