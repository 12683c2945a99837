import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { unlessMissing } from "./error-code.ts";

export class NotAFile extends Error {
  constructor(path: string) {
    super(`${path} is not a file.`);
    this.name = "NotAFile";
  }
}

/** @returns the descriptor @throws NotAFile; the file system's errors */
export function openRegularFile(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new NotAFile(path);
}

export function heldFile(descriptor: number): Disposable & { readonly descriptor: number } {
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) };
}

export function namesIn(folder: string): string[] {
  return unlessMissing(() => readdirSync(folder), []);
}

/** One piece in memory. Blocks, so it needs its own thread or process. */
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
