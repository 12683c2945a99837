/** The code that the operating system or SQLite gave an error: `ENOENT`, `SQLITE_BUSY` …; null for any other error. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}
