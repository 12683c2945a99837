import type { Awaitable } from "../../kernel/awaitable.ts";
import type { ExpertId } from "../../kernel/ids.ts";
import type { Embeddable, Progress, SenseRows } from "../row-ports.ts";

export interface EmbeddedPassage {
  readonly no: number;
  readonly vector: Float32Array;
}

/** Vectors that arrive after their sources are ready. Within a version, passages are embedded by ascending `no`. */
export interface DenseRows extends Pick<SenseRows, "adopt" | "expert" | "reserve"> {
  /** Experts with passages without a vector of this kind of model, the newest such source first. */
  behind(): ReturnType<SenseRows["behind"]>;
  missing(expert: ExpertId, limit: number): Awaitable<readonly Embeddable[]>;
  /** In one transaction, without deleted passages; false if none remain. Searches use the first vectors at once. */
  add(expert: ExpertId, passages: readonly EmbeddedPassage[]): Awaitable<boolean>;
  /** The expert is searched by this model's vectors from now on, or once the first are there. */
  claim(expert: ExpertId): Awaitable<void>;
  /** Null: it stays with another model. Takes constant time. */
  count(expert: ExpertId): Awaitable<Progress | null>;
  waiting(): Awaitable<number>;
  /** Returns the number; 0 if none are left. */
  sweep(limit: number): Awaitable<number>;
}
