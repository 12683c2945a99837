/** Metadata as text: one `name: value` per line; `true`, numbers and `[a, b]` keep their types. */
import type { SourceObject } from "../../api/shapes.ts";

type GivenMetadata = SourceObject["metadata"];
type GivenValue = GivenMetadata[string];

export function metadataText(metadata: GivenMetadata): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name}: ${valueText(value)}`)
    .join("\n");
}

export function metadataFrom(text: string): GivenMetadata {
  const lines = text.split("\n").filter((line) => line.includes(":"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim(), valueFrom(line.slice(at + 1).trim())] as const;
    }),
  );
}

function valueText(value: GivenValue): string {
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return typeof value === "string" && valueFrom(value) !== value ? JSON.stringify(value) : String(value);
}

export function valueFrom(text: string): GivenValue {
  if (text === "true" || text === "false") return text === "true";
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return Number(text);
  const list = /^\[(.*)\]$/.exec(text)?.[1];
  if (list !== undefined)
    return list
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  const quoted = /^"(.*)"$/.test(text) ? parsed(text) : null;
  return quoted ?? text;
}

function parsed(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
