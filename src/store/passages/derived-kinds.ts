/** A row of `derived` for each passage, kind and maker. A new kind is a row here and a job. */
import type { Derived } from "../../memory/row-ports.ts";
import { senseBytes, senseFrom } from "../../memory/sense-bytes.ts";

export type KindName = keyof Derived;

interface DerivedKind<Made> {
  readonly makers: "sense_models" | "embeddings";
  readonly bytesOf: (made: Made) => Uint8Array;
  /** Checks the rows of archives, which may contain anything. */
  readonly isSound: (bytes: Uint8Array) => boolean;
}

export const derivedKinds: { readonly [K in KindName]: DerivedKind<Derived[K]> } = {
  sense: { makers: "sense_models", bytesOf: senseBytes, isSound: (bytes) => senseFrom(bytes) !== null },
  vector: { makers: "embeddings", bytesOf, isSound: (bytes) => isOfLengthOne(vectorFrom(bytes)) },
};

const tolerance = 0.01;

function isOfLengthOne(vector: Float32Array): boolean {
  const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0));
  return Math.abs(length - 1) <= tolerance; // not with a NaN
}

/** Little-endian float32. */

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy, because the database's bytes may be unaligned. */
export function vectorFrom(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
