export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
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

/** What the system refused, in words; its own where there are none here. */
export function plainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words = plainWords[errorCode(error) ?? ""];
  const path = "path" in error && typeof error.path === "string" ? error.path : null;
  if (words === undefined || (path === null && words.includes("{path}"))) return error.message;
  return words.replace("{path}", () => path ?? "");
}

/** The disk refused a write for another reason than being full. The document is not at fault. */
export class DiskError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The disk that holds the data folder failed: ${reason}`, { cause });
    this.name = "DiskError";
  }
}
