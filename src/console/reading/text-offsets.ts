/** The API counts Unicode code points; JavaScript's strings count UTF-16 units. */

/** @param points code points, ascending; beyond the end they become the end. @returns UTF-16 offsets in that order */
export function unitsAt(text: string, points: readonly number[]): readonly number[] {
  const units: number[] = [];
  let [point, unit] = [0, 0];
  for (const wanted of points) {
    while (point < wanted && unit < text.length) {
      unit += isPair(text, unit) ? 2 : 1;
      point += 1;
    }
    units.push(unit);
  }
  return units;
}

function isPair(text: string, at: number): boolean {
  const [high, low] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
