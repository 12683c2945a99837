import type { Parse } from "./setting-values.ts";

export interface SettingKind<T> {
  readonly parse: Parse<T>;
  /** Null for a flag without a value. */
  readonly placeholder: string | null;
}

export interface Setting<T> extends SettingKind<T> {
  readonly env: string;
  /** As a user would write it; null for an optional setting. */
  readonly standard: string | null;
  readonly fallback: T;
  readonly help: string;
  /** Never shown, not even in an error. */
  readonly secret: boolean;
  /** Whether a running service applies a change. */
  readonly live: boolean;
}

type Description = Pick<Setting<unknown>, "help"> & { readonly secret?: true; readonly live?: true };

export function kind<T>(placeholder: string | null, parse: Parse<T>): SettingKind<T> {
  return { placeholder, parse };
}

export function standard<T>(env: string, text: string, of: SettingKind<T>, description: Description): Setting<T> {
  const parsed = of.parse(text);
  if ("problem" in parsed) throw new Error(`the default of ${env} ${parsed.problem}`);
  return { env, standard: text, fallback: parsed.value, secret: false, live: false, ...of, ...description };
}

export function optional<T>(env: string, of: SettingKind<T>, description: Description): Setting<T | null> {
  return { env, standard: null, fallback: null, secret: false, live: false, ...of, ...description };
}

export function flagName(setting: Setting<unknown>): string {
  return `--${setting.env
    .replace(/^DOCENT_/, "")
    .toLowerCase()
    .replaceAll("_", "-")}`;
}
