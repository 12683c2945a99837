/** Whether a picture shows lines of text, however blurred: rows that go on from strip to strip, which photographs hardly have. */

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
/** Shares of the paper's light: less is dirt, or the back of the page; paper is not darker. */
const [leastDepth, leastPaper] = [0.05, 60];
/** Rules are as dark in the next strip, but for this share; letters differ. */
const evenness = 0.012;
/** Measured with `bench/scans-bench.ts`, as are those above: blurred text has .6 and more, photographs have less than .42. */
const [fewestRows, leastShare] = [10, 0.5];

/** Upright, or on its side. Linear. */
export function showsText(picture: LightPicture): boolean {
  const by = Math.max(1, Math.max(picture.width, picture.height) / longerSide);
  const [columns, rows] = [Math.floor(picture.width / by), Math.floor(picture.height / by)];
  const light = meanLight(picture, { by, columns, rows });
  return (
    hasTextRows(columns, rows, (x, y) => light[y * columns + x]!) ||
    hasTextRows(rows, columns, (x, y) => light[x * columns + y]!)
  );
}

interface Squares {
  /** Pixels of a side. */
  readonly by: number;
  readonly columns: number;
  readonly rows: number;
}

function meanLight({ width, height, lightAt }: LightPicture, { by, columns, rows }: Squares): Float64Array {
  const [sums, counts] = [new Float64Array(columns * rows), new Float64Array(columns * rows)];
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / by);
    if (row >= rows) break;
    for (let x = 0; x < width; x++) {
      const column = Math.floor(x / by);
      if (column >= columns) break;
      sums[row * columns + column]! += lightAt(x, y);
      counts[row * columns + column]!++;
    }
  }
  return sums.map((sum, i) => sum / counts[i]!);
}

function hasTextRows(width: number, height: number, lightAt: LightPicture["lightAt"]): boolean {
  const strips = Array.from({ length: Math.floor(width / strip) }, (_, i) => {
    const means = Float64Array.from({ length: height }, (_, y) => {
      let sum = 0;
      for (let x = i * strip; x < (i + 1) * strip; x++) sum += lightAt(x, y);
      return sum / strip;
    });
    return darkRows(means.map((mean, y) => ((means[y - 1] ?? mean) + mean + (means[y + 1] ?? mean)) / 3));
  });
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

interface DarkRow {
  readonly at: number;
  /** Share of the paper's light. */
  readonly depth: number;
}

function darkRows(light: Float64Array): DarkRow[] {
  const turns = turnsOf(light);
  const rows: DarkRow[] = [];
  for (let i = 1; i + 1 < turns.length; i += 2) {
    const [before = 0, dark = 0, after = 0] = turns.slice(i - 1, i + 2);
    const paper = Math.min(light[before]!, light[after]!);
    const middle = (paper + light[dark]!) / 2;
    let [from, to] = [dark, dark];
    while (from > before && light[from - 1]! < middle) from--;
    while (to < after && light[to + 1]! < middle) to++;
    const height = to - from + 1;
    if (paper >= leastPaper && height >= lowest && height <= highest)
      rows.push({ at: (from + to) / 2, depth: 1 - light[dark]! / paper });
  }
  return rows;
}

/** Where it is lightest and darkest in turn; the first and the last are light. */
function turnsOf(light: Float64Array): number[] {
  const turns: number[] = [];
  let [lightest, darkest] = [0, 0];
  for (let y = 0; y < light.length; y++) {
    if (light[y]! > light[lightest]!) lightest = y;
    if (light[y]! < light[darkest]!) darkest = y;
    const least = leastDepth * Math.max(light[lightest]!, leastPaper);
    const turn = turns.length % 2 === 0 ? lightest : darkest;
    if (Math.abs(light[turn]! - light[y]!) < least) continue;
    turns.push(turn);
    [lightest, darkest] = [y, y];
  }
  return turns.length % 2 === 0 ? [...turns, lightest] : turns;
}
