/** Positions are UTF-16 units inside the program, and code points in the API. */

/** A lone surrogate counts as one. */
export function codePointLength(text: string, start = 0, end = text.length): number {
  let count = end - start;
  for (let i = start; i < end - 1; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      count--;
      i++;
    }
  }
  return count;
}

/** For ascending UTF-16 positions, in one pass. */
export function codePointCursor(text: string): (position: number) => number {
  let unit = 0;
  let point = 0;
  return (position) => {
    if (position < unit) throw new RangeError("positions must ascend");
    point += codePointLength(text, unit, position);
    unit = position;
    return point;
  };
}

/** For ascending code-point positions, in one pass. */
export function utf16Cursor(text: string): (point: number) => number {
  let unit = 0;
  let point = 0;
  return (position) => {
    if (position < point) throw new RangeError("positions must ascend");
    unit = unitPosition(text, unit, position - point);
    point = position;
    return unit;
  };
}

/** Positions are code points. */
export function sliceCodePoints(text: string, start: number, end: number): string {
  const from = unitPosition(text, 0, start);
  return text.slice(from, unitPosition(text, from, end - start));
}

/** In one pass if the starts ascend. */
export function codePointSlicer(text: string): (start: number, end: number) => string {
  let unit = 0;
  let point = 0;
  return (start, end) => {
    const isBehind = start < point;
    unit = unitPosition(text, isBehind ? 0 : unit, isBehind ? start : start - point);
    point = start;
    return text.slice(unit, unitPosition(text, unit, end - start));
  };
}

export function truncateCodePoints(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, unitPosition(text, 0, length));
}

function unitPosition(text: string, from: number, points: number): number {
  let unit = from;
  for (let left = points; left > 0 && unit < text.length; left--) {
    unit += isHigh(text.charCodeAt(unit)) && isLow(text.charCodeAt(unit + 1)) ? 2 : 1;
  }
  return unit;
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

export async function* textBytes(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
