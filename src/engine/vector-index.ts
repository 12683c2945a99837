/** Vectors less their mean, in 7 bits, and signs that estimate all cosines (Gao and Long, "RaBitQ", 2024). */
import { CandidateScan, type Candidates, mostAtOnce, scanBytes } from "./candidate-scan.ts";
import { SlicedWork } from "./parts/sliced-work.ts";
import { rowStep } from "./row-bytes.ts";
import { type CentreColumns, VectorRows } from "./row-columns.ts";
import { BestHits } from "./scan/best-hits.ts";
import { createVectorKernels } from "./vector-kernel.ts";
import { type AskedVector, askedVector, cosineOf, scoreOf, scoreRange } from "./vector-rounding.ts";

const mostNearest = 100;
/** Smaller indexes are searched exactly. */
const leastCompared = 1536;
/** Multiplied by the root of the rows; recall is in decision 28. */
const comparedRoots = 5;

export interface VectorColumns extends CentreColumns {
  readonly no: Float64Array;
  readonly group: Float64Array;
  readonly signs: Uint8Array;
  readonly rows: Uint8Array;
}

export class VectorIndex {
  readonly dimensions: number;
  readonly #kernels = createVectorKernels();
  readonly #held: VectorRows;
  readonly #scan: CandidateScan;
  readonly #numbers: number;
  readonly #best = new BestHits(mostNearest);
  readonly #leastCompared: number;
  readonly #work = new SlicedWork();
  #centring: Promise<void> | null = null;

  /** @param compared rows compared exactly, at least */
  constructor(dimensions: number, saved?: VectorColumns, compared = leastCompared) {
    this.dimensions = dimensions;
    this.#leastCompared = compared;
    const numbers = Math.ceil(dimensions / rowStep) * rowStep;
    this.#numbers = numbers;
    // Signs follow the question's tables and a scan's output; rows follow the question, rows to multiply and products.
    const signsAt = numbers * 4 + scanBytes;
    const rowsAt = numbers * 2 + mostAtOnce * 12;
    this.#held = new VectorRows({ ...this.#kernels, signsAt, rowsAt }, { dimensions, numbers });
    this.#scan = new CandidateScan(this.#kernels.signs, this.#held, {
      tables: 0,
      space: numbers * 4,
    });
    this.#held.signs.ensure(1);
    this.#held.bytes.ensure(1);
    if (saved === undefined) return;
    this.#held.signs.load(saved.signs);
    this.#held.bytes.load(saved.rows);
    this.#held.centring = saved;
    for (const [row, no] of saved.no.entries()) this.#held.restore(no, saved.group[row]!);
  }

  get count(): number {
    return this.#held.count;
  }

  get byteLength(): number {
    return (
      this.#held.byteLength + this.#kernels.signs.memory.buffer.byteLength + this.#kernels.rows.memory.buffer.byteLength
    );
  }

  has(no: number): boolean {
    return this.#held.rowOf.get(no) !== undefined;
  }

  /** Replaces an earlier vector. @throws RangeError for other dimensions */
  add(no: number, group: number, vector: ArrayLike<number>): void {
    if (vector.length !== this.dimensions) {
      throw new RangeError(`a vector of ${this.dimensions} dimensions was expected, not ${vector.length}`);
    }
    this.#held.set(no, group, vector);
  }

  remove(no: number): void {
    this.#held.remove(no);
  }

  /** The 100 nearest, ties by number; approximate in large indexes. */
  search(question: ArrayLike<number>, permitted: ReadonlySet<number> | null) {
    const wide = new Int16Array(this.#kernels.rows.memory.buffer, 0, this.#numbers);
    const asked = askedVector(question, {
      wide,
      tables: new Uint8Array(this.#kernels.signs.memory.buffer, 0, this.#numbers * 4),
    });
    const wanted = Math.max(this.#leastCompared, comparedRoots * Math.sqrt(this.count));
    this.#best.clear(mostNearest);
    this.#scan.run({ asked, permitted, wanted }, (found) => this.#offer(found, asked));
    return this.#best.sorted().map(({ no, score }) => ({ no, score: score / scoreRange }));
  }

  /** Subtracts the mean of all rows, unless done recently. Searches go on meanwhile. */
  centre(): Promise<void> {
    this.#centring ??= this.#work
      .add(this.#held.centre(), () => undefined)
      .finally(() => {
        this.#centring = null;
      });
    return this.#centring;
  }

  close(): void {
    this.#work.cancel();
  }

  columns(): VectorColumns {
    return {
      no: this.#held.no.view().slice(),
      group: this.#held.group.view().slice(),
      signs: this.#held.signs.save(this.count),
      rows: this.#held.bytes.save(this.count),
      ...this.#held.centring,
    };
  }

  #offer({ rows, offset }: Candidates, { factor, surplus }: AskedVector): void {
    const { start, bytes } = this.#held.bytes;
    const { buffer } = this.#kernels.rows.memory;
    const listed = this.#numbers * 2;
    const out = listed + mostAtOnce * 4;
    new Int32Array(buffer, listed, rows.length).set(rows);
    this.#kernels.rows.multiplyRows(listed, rows.length, start, bytes, 0, surplus, out);
    const products = new Float64Array(buffer, out, rows.length);
    const best = this.#best;
    let least = cosineOf(best.threshold - 1);
    for (let i = 0; i < rows.length; i++) {
      const cosine = offset + products[i]! * factor;
      if (cosine < least) continue;
      const row = rows[i]!;
      best.offer({
        score: scoreOf(cosine),
        no: this.#held.no.column[row]!,
        part: 0,
        slot: row,
      });
      least = cosineOf(best.threshold - 1);
    }
  }
}
