export type Random = ReturnType<typeof seededRandom>;

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are enough for a load. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const chance = (probability: number) => next() < probability;
  return { next, below, chance, pick: <T>(list: readonly T[]) => list[below(list.length)]! };
}
