import { closeSync, constants, fstatSync, openSync, readdirSync } from "node:fs";
import { isMissing, NamedError } from "./error-code.ts";

export class NotAFile extends NamedError {
  constructor(path: string) {
    super(`${path} is not a file.`);
  }
}

/** @returns the descriptor @throws NotAFile; the file system's errors */
export function openRegularFile(path: string): number {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  throw new NotAFile(path);
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
