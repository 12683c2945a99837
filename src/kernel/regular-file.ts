import { closeSync, constants, fstatSync, openSync } from "node:fs";

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
