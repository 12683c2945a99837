/** One piece in memory. Blocks, so it needs its own thread or process. */
import { readSync } from "node:fs";
import { openRegularFile } from "../../../kernel/regular-file.ts";
import { heldFile } from "./durable-files.ts";

export function* piecesOf(path: string): Iterable<Uint8Array> {
  using file = heldFile(openRegularFile(path));
  const buffer = new Uint8Array(1 << 20);
  const next = () => readSync(file.descriptor, buffer);
  for (let read = next(); read > 0; read = next()) yield buffer.subarray(0, read);
}

export function fileDigest(path: string) {
  const hash = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for (const piece of piecesOf(path)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
