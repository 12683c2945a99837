/** A file's bytes, piece by piece: memory holds one piece. It blocks: for a thread or process of its own. */
import { closeSync, openSync, readSync } from "node:fs";

/** A piece is good until the next. */
export function* piecesOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, "r");
  try {
    const buffer = new Uint8Array(1 << 20);
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) yield buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

export interface FileDigest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export function fileDigest(path: string): FileDigest {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for (const piece of piecesOf(path)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
