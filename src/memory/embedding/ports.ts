import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Embeddable, Progress, SenseRows } from "../row-ports.ts";

/** A passage that was embedded. */
export interface EmbeddedPassage {
  readonly no: number;
  readonly vector: Float32Array;
}

/**
 * Stores the vectors of one model that arrive after their sources are ready. Deleting a passage deletes its vector. Within a
 * source version, passages are embedded by ascending `no`, so that the finished ones are always at its beginning.
 */
export interface DenseRows extends Pick<SenseRows, "adopt" | "expert" | "reserve"> {
  /**
   * Experts that have passages without a vector, the one with the newest such source first. An expert with vectors of a
   * model that embeds before a source is ready stays with them.
   */
  behind(): ReturnType<SenseRows["behind"]>;
  /** Passages without a vector, of the expert's newest source first. */
  missing(expert: ExpertId, limit: number): Awaitable<readonly Embeddable[]>;
  /**
   * In one transaction, for passages from `missing`, in the same order. With the first ones, the expert is searched by
   * this model's vectors. Passages that were deleted in the meantime are left out; false if none remain.
   */
  add(expert: ExpertId, passages: readonly EmbeddedPassage[]): Awaitable<boolean>;
  /**
   * The expert is searched by this model's vectors from now on, whatever it was searched by. If all its passages have one,
   * they wait for another, and are found by the present one until then.
   */
  claim(expert: ExpertId): Awaitable<void>;
  /**
   * The number of passages that the expert answers from, and how many of them have a vector. Null: it stays with another
   * model. Takes constant time.
   */
  count(expert: ExpertId): Awaitable<Progress | null>;
  /** Passages of all experts that wait for a vector. */
  waiting(): Awaitable<number>;
  /** Deletes some vectors of sets that are to be deleted. Returns the number; 0 if none are left. */
  sweep(limit: number): Awaitable<number>;
}
