/** The format of vectors in the database: little-endian float32, as in the memory of every machine that Docent supports. */

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy, because the database's bytes need not start at a multiple of four. */
export function vectorFrom(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
