/** What the request thread and the sense thread say to each other. One batch at a time. */
import type { SenseText, SenseVector } from "../memory/sense/sense.ts";

export interface SenseRequest {
  readonly texts: readonly SenseText[];
}

export type SenseReply =
  | { readonly kind: "done"; readonly vectors: readonly SenseVector[] }
  /** Something is wrong with us. */
  | { readonly kind: "broken"; readonly description: string };
