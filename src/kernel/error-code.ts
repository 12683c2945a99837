export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** The disk refused a write for another reason than being full. The document is not at fault. */
export class DiskError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The disk that holds the data folder failed: ${reason}`, { cause });
    this.name = "DiskError";
  }
}
