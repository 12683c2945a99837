import { isMissing } from "../kernel/error-code.ts";
import { Fault } from "../kernel/fault.ts";
import type { SourceType } from "./source.ts";

interface OriginalOf {
  readonly id: string;
  readonly type?: SourceType;
}

export async function readOriginal<T>(source: OriginalOf, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw missingOriginal(source, error);
  }
}

export function missingOriginal({ id, type }: OriginalOf, cause: unknown): unknown {
  if (!isMissing(cause)) return cause;
  const hint =
    type === "conversation"
      ? "Restore it from a backup, or delete the source and send the whole conversation again."
      : "Send the same bytes again: they take its place.";
  return new Fault("original_not_found", `The original file of the source ${id} is missing.`, { hint, cause });
}
