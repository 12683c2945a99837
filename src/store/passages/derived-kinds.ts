/** A row of `derived` for each passage, kind and maker. A new kind is a row here and a job. */
import { sql } from "drizzle-orm";
import type { Derived } from "../../memory/row-ports.ts";
import { senseBytes, senseFrom } from "../../memory/sense.ts";
import { areSentences, sentenceBytes } from "../../memory/sentence-vectors.ts";

export type KindName = keyof Derived;
export type Makers = "sense_models" | "embeddings";

interface DerivedKind<Made> {
  readonly makers: Makers;
  readonly bytesOf: (made: Made) => Uint8Array;
  /** Checks the rows of archives, which may contain anything. */
  readonly isSound: (bytes: Uint8Array) => boolean;
}

export const derivedKinds: { readonly [K in KindName]: DerivedKind<Derived[K]> } = {
  sense: { makers: "sense_models", bytesOf: senseBytes, isSound: (bytes) => senseFrom(bytes) !== null },
  vector: { makers: "embeddings", bytesOf, isSound: (bytes) => isUnitOrZero(vectorFrom(bytes)) },
  sentences: { makers: "embeddings", bytesOf: sentenceBytes, isSound: areSentences },
};

const tolerance = 0.01;

/** Zero for a passage in a language that the model does not know. */
function isUnitOrZero(vector: Float32Array): boolean {
  const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
  return length === 0 || Math.abs(length - 1) <= tolerance; // not with a NaN
}

/** SQL: the kinds that makers of this table make. */
export function kindsOf(table: Makers) {
  const kinds = Object.entries(derivedKinds).flatMap(([kind, { makers }]) => (makers === table ? [`'${kind}'`] : []));
  return sql.raw(kinds.join(", "));
}

/** Little-endian float32. */
function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy, because the database's bytes may be unaligned. */
export function vectorFrom(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
