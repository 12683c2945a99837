/** Vectors as they lie in the database: little-endian float32, which is how every machine that Docent runs on has them. */

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy: what SQLite hands out need not begin at a multiple of four. */
export function vectorFrom(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}
