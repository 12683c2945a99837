/** What the request thread and a dense thread say to each other. One batch at a time. */
import type { TextUse } from "../memory/embedder-ports.ts";

export interface DenseRequest {
  /** The file of the model, which the thread opens with its first batch. */
  readonly pack: string;
  readonly texts: readonly string[];
  readonly use: TextUse;
}

export type DenseReply =
  | { readonly kind: "done"; readonly vectors: readonly Float32Array[]; readonly tokens: number }
  | { readonly kind: "broken"; readonly description: string };
