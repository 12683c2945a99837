/** A number from the first three letters from `start` to `end`, or fewer if there are fewer. */
export function letterHash(text: string, start: number, end: number): number {
  const first = start < end ? text.charCodeAt(start) : 0;
  const second = start + 1 < end ? text.charCodeAt(start + 1) : 0;
  const third = start + 2 < end ? text.charCodeAt(start + 2) : 0;
  return first * 961 + second * 31 + third;
}
