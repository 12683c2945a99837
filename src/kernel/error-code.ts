export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** What `read` gives; or `otherwise`, if a file or folder is missing. */
export function unlessMissing<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return otherwise;
    throw error;
  }
}

const plainWords: Readonly<Record<string, string>> = {
  ENOENT: "There is no {path}.",
  EACCES: "You may not open {path}.",
  EPERM: "You may not change {path}.",
  EISDIR: "{path} is a folder.",
  ENOTDIR: "{path} goes through a file as if it was a folder.",
  ENOSPC: "The disk is full.",
  EROFS: "The disk of {path} is read-only.",
};

/** The system's error in plain words, or its own message where this table has none. */
export function plainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = plainWords[errorCode(error) ?? ""];
  const path = "path" in error && typeof error.path === "string" ? error.path : null;
  if (words === undefined || (path === null && words.includes("{path}"))) return error.message;
  return words.replace("{path}", () => path ?? "");
}

export class NamedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
  }
}

/** A write failed for another reason than a full disk, so the document is not at fault. */
export class DiskError extends NamedError {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The disk that holds the data folder failed: ${reason}`, cause);
  }
}
