export type Fields = Readonly<Record<string, unknown>>;

/** Whether it is an object, and no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON allows half of a surrogate pair, which is no character. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** @param value what the text says */
export function isUnicodeJson(text: string, value: unknown): boolean {
  return !escapedSurrogate.test(text) || isUnicode(value);
}

function isUnicode(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isUnicode(inner));
}
