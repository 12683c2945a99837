/** One piece in memory. Blocks, so it needs its own thread or process. */
import { closeSync, readSync } from "node:fs";
import { openRegularFile } from "../../../kernel/regular-file.ts";

export function* piecesOf(path: string): Iterable<Uint8Array> {
  const file = openRegularFile(path);
  try {
    const buffer = new Uint8Array(1 << 20);
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) yield buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

export interface FileDigest {
  readonly bytes: number;
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
