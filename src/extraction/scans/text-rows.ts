/** Whether a picture shows lines of text, however blurred: rows that go on from strip to strip, unlike photographs. Linear. */

/** `lightAt`: from 0, black, to 255. */
export interface LightPicture {
  readonly width: number;
  readonly height: number;
  readonly lightAt: (x: number, y: number) => number;
}

/** Squares on the longer side of a picture: half a millimetre of A4. Lengths below are in squares. */
const longerSide = 600;
const strip = 30;
/** Of letters. Rules are lower, figures higher. */
const [lowest, highest] = [4, 30];
const drift = 2;
/** Shares of the paper's light: less is dirt, or the back of the page. */
const leastDepth = 0.05;
const leastPaper = 60;
/** Rules are as dark in the next strip, but for this share; letters differ. */
const evenness = 0.012;
/** Blurred text has .6 and more, photographs have less than .42: `bench/scans-bench.ts`. */
const [fewestRows, leastShare] = [10, 0.5];

export function showsText({ width, height, lightAt }: LightPicture): boolean {
  const by = Math.max(1, Math.round(Math.max(width, height) / longerSide));
  const [columns, rows] = [Math.floor(width / by), Math.floor(height / by)];
  const light = Float64Array.from({ length: columns * rows }, (_, i) => {
    const [left, top] = [(i % columns) * by, Math.floor(i / columns) * by];
    let sum = 0;
    for (let y = top; y < top + by; y++) for (let x = left; x < left + by; x++) sum += lightAt(x, y);
    return sum / by ** 2;
  });
  return hasTextRows(light, columns);
}

function hasTextRows(light: Float64Array, width: number): boolean {
  const strips = Array.from({ length: Math.floor(width / strip) }, (_, i) =>
    darkRows(profileOf(light, width, i * strip)),
  );
  let [all, continued] = [0, 0];
  for (const [i, rows] of strips.entries()) {
    for (const { at, depth } of rows) {
      const next = strips[i + 1]?.find((row) => Math.abs(row.at - at) <= drift);
      const isRule = next !== undefined && Math.abs(next.depth - depth) < evenness * (next.depth + depth);
      if (isRule) continue;
      all++;
      if (next !== undefined) continued++;
    }
  }
  return continued >= fewestRows && continued >= leastShare * all;
}

function profileOf(light: Float64Array, width: number, left: number): Float64Array {
  const means = Float64Array.from({ length: light.length / width }, (_, y) => {
    const row = light.subarray(y * width + left, y * width + left + strip);
    return row.reduce((sum, square) => sum + square, 0) / strip;
  });
  return means.map((mean, y) => ((means[y - 1] ?? mean) + mean + (means[y + 1] ?? mean)) / 3);
}

function darkRows(light: Float64Array): { readonly at: number; readonly depth: number }[] {
  const turns = turnsOf(light);
  return turns.flatMap((dark, i) => {
    const [before, after] = [turns[i - 1], turns[i + 1]];
    if (i % 2 === 0 || before === undefined || after === undefined) return [];
    const paper = Math.min(light[before]!, light[after]!);
    const middle = (paper + light[dark]!) / 2;
    let [from, to] = [dark, dark];
    while (from > before && light[from - 1]! < middle) from--;
    while (to < after && light[to + 1]! < middle) to++;
    const height = to - from + 1;
    const isLetters = paper >= leastPaper && height >= lowest && height <= highest;
    return isLetters ? [{ at: (from + to) / 2, depth: 1 - light[dark]! / paper }] : [];
  });
}

/** Where it is lightest and darkest in turn; the first and the last are light. */
function turnsOf(light: Float64Array): number[] {
  const turns: number[] = [];
  let [lightest, darkest] = [0, 0];
  for (let y = 0; y < light.length; y++) {
    if (light[y]! > light[lightest]!) lightest = y;
    if (light[y]! < light[darkest]!) darkest = y;
    const turn = turns.length % 2 === 0 ? lightest : darkest;
    if (Math.abs(light[turn]! - light[y]!) < leastDepth * Math.max(light[lightest]!, leastPaper)) continue;
    turns.push(turn);
    [lightest, darkest] = [y, y];
  }
  return turns.length % 2 === 0 ? [...turns, lightest] : turns;
}
