/** Words that stemming keeps apart but that belong together. */

/** Shorter terms have no kin: too much begins alike. */
const shortest = 4;
/** A shorter term inside a longer one says too little. */
const shortestPart = 5;

/**
 * Whether two different terms are forms of one word (`norman`, `normandi`) or one is part of the other, as compounds
 * have it (`filter`, `luftfilter`): they begin alike for nearly three quarters of the longer one, or one holds the other.
 */
export function areKin(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < shortest || /\p{N}/u.test(long)) return false;
  let alike = 0;
  while (alike < short.length && short[alike] === long[alike]) alike++;
  if (alike >= shortest && alike >= 0.7 * long.length - 1) return true;
  return short.length >= shortestPart && long.includes(short);
}
