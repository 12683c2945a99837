/** Too many shorter terms begin alike. */
const shortest = 4;
/** A shorter one inside a longer one says too little. */
export const shortestPart = 5;

/** Numbers and identifiers must be equal. */
const digit = /\p{N}/u;

/**
 * Forms of one word (`norman`, `normandi`): nearly three quarters of the longer one are a common beginning. Or one
 * contains the other (`filter`, `luftfilter`).
 */
export function areKin(a: string, b: string): boolean {
  const short = a.length <= b.length ? a : b;
  if (short.length < shortest) return false;
  const long = short === a ? b : a;
  let alike = 0;
  while (alike < short.length && short.charCodeAt(alike) === long.charCodeAt(alike)) alike++;
  const begins = alike >= shortest && alike >= 0.7 * long.length - 0.5;
  return (begins || (short.length >= shortestPart && long.includes(short))) && !digit.test(long);
}
