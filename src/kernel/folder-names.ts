import { readdirSync } from "node:fs";
import { isMissing } from "./error-code.ts";

/** The names in a folder; empty if there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
