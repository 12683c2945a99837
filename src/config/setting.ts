import type { Parse } from "./setting-values.ts";

export interface Setting<T> {
  readonly env: string;
  /** As a user would write it; null for an optional setting. */
  readonly standard: string | null;
  readonly fallback: T;
  readonly parse: Parse<T>;
  /** Null for a flag without a value. */
  readonly placeholder: string | null;
  readonly help: string;
  /** Never shown, not even in an error. */
  readonly secret: boolean;
  /** Whether a running service applies a change. */
  readonly live: boolean;
}

interface Description<T> {
  readonly parse: Parse<T>;
  readonly placeholder: string | null;
  readonly help: string;
  readonly secret?: true;
  readonly live?: true;
}

export function standard<T>(env: string, text: string, description: Description<T>): Setting<T> {
  const parsed = description.parse(text);
  if ("problem" in parsed) throw new Error(`the default of ${env} ${parsed.problem}`);
  return { env, standard: text, fallback: parsed.value, secret: false, live: false, ...description };
}

export function optional<T>(env: string, description: Description<T>): Setting<T | null> {
  return { env, standard: null, fallback: null, secret: false, live: false, ...description };
}

export function flagName(setting: Setting<unknown>): string {
  return `--${setting.env
    .replace(/^DOCENT_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;
}
