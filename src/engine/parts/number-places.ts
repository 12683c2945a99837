export class NumberPlaces {
  readonly #column: Float64Array;
  readonly #isAscending: boolean;
  #order: Uint32Array | null = null;

  constructor(column: Float64Array, ascends: boolean) {
    this.#column = column;
    this.#isAscending = ascends;
  }

  /** -1: none. The first call may sort: 10 ms for 100,000 numbers. */
  last(value: number): number {
    const column = this.#column;
    if (this.#isAscending) {
      const at = lowerBound(column, value);
      return column[at] === value ? at : -1;
    }
    this.#order ??= orderOf(column);
    const order = this.#order;
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (column[order[middle]!]! <= value) low = middle + 1;
      else high = middle;
    }
    const place = order[low - 1];
    return place !== undefined && column[place] === value ? place : -1;
  }
}

export function lowerBound(sorted: Uint32Array | Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function hashBound(sorted: Uint32Array, hash: number): number {
  const { length } = sorted;
  const guess = Math.floor((hash / 2 ** 32) * length);
  const reach = 2 + 2 * Math.ceil(Math.sqrt(length));
  let low = Math.max(0, guess - reach);
  let high = Math.min(length, guess + reach);
  if (low > 0 && sorted[low - 1]! >= hash) low = 0;
  if (high < length && sorted[high]! < hash) high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function isAscending(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i]! <= values[i - 1]!) return false;
  return true;
}

function orderOf(column: Float64Array): Uint32Array {
  return Uint32Array.from(column.keys()).sort((a, b) => column[a]! - column[b]! || a - b);
}
