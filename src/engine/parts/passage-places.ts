const empty = -1;
const fullest = 0.85;
const roomiest = 0.77;
const leastPlaces = 8;

export class PassagePlaces {
  #rows: Int32Array<ArrayBuffer>;
  #taken = 0;
  readonly #noOf: (row: number) => number;

  /** @param noOf the passage of a row @param rows expected number */
  constructor(noOf: (row: number) => number, rows = 0) {
    this.#noOf = noOf;
    this.#rows = new Int32Array(Math.ceil(rows / roomiest) + leastPlaces).fill(empty);
  }

  get byteLength(): number {
    return this.#rows.byteLength;
  }

  get(no: number): number | undefined {
    const row = this.#rows[this.#find(no)]!;
    return row === empty ? undefined : row;
  }

  set(no: number, row: number): void {
    const at = this.#find(no);
    const isNew = this.#rows[at] === empty;
    this.#rows[at] = row;
    if (!isNew) return;
    this.#taken += 1;
    if (this.#taken > this.#rows.length * fullest) this.#grow();
  }

  delete(no: number): void {
    let free = this.#find(no);
    if (this.#rows[free] === empty) return;
    this.#taken -= 1;
    this.#rows[free] = empty;
    // Later rows move up, unless that would put them before their place.
    for (let at = this.#after(free); this.#rows[at] !== empty; at = this.#after(at)) {
      const row = this.#rows[at]!;
      const wanted = this.#placeOf(this.#noOf(row));
      const isBetween = free <= at ? free < wanted && wanted <= at : free < wanted || wanted <= at;
      if (isBetween) continue;
      this.#rows[free] = row;
      this.#rows[at] = empty;
      free = at;
    }
  }

  #find(no: number): number {
    let at = this.#placeOf(no);
    for (; this.#rows[at] !== empty; at = this.#after(at)) if (this.#noOf(this.#rows[at]!) === no) break;
    return at;
  }

  #after(at: number): number {
    return at + 1 === this.#rows.length ? 0 : at + 1;
  }

  /** Numbers are consecutive, so they are spread (Knuth, TAOCP 3, 6.4). */
  #placeOf(no: number): number {
    const spread = Math.imul(no ^ (no / 2 ** 32), 0x9e3779b1) >>> 0;
    return Math.floor((spread / 2 ** 32) * this.#rows.length);
  }

  #grow(): void {
    const old = this.#rows;
    this.#rows = new Int32Array(Math.ceil(this.#taken / roomiest) + leastPlaces).fill(empty);
    for (const row of old) if (row !== empty) this.#rows[this.#find(this.#noOf(row))] = row;
  }
}
