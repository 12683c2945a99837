import { readdirSync } from "node:fs";
import { isMissing } from "./error-code.ts";

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
