/** Writes the licences of all that is inside an executable, compressed, for `docent licenses`: `bun write-licences.ts FILE`. */
import { manifestOf, type Part, partsInside } from "./parts.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Name the file to write.");
await Bun.write(path, Bun.gzipSync(await licences()));

async function licences(): Promise<string> {
  const parts = partsInside();
  const own = await Bun.file(new URL("../../LICENSE", import.meta.url)).text();
  return [
    `Docent ${manifestOf("").version} is under the Apache License 2.0. Inside of it:`,
    ["", ...parts.map(line)].join("\n"),
    ...[...textsOf(parts)].map(([text, names]) => `${heading(names.join(", "))}\n\n${text}`),
    `${heading("Docent, and every part under the Apache License 2.0")}\n\n${own.trim()}`,
    "",
  ].join("\n\n");
}

function line({ name, version, licence, source }: Part): string {
  return `${`${name} ${version}`.padEnd(44)} ${licence.padEnd(34)} ${source}`;
}

function heading(names: string): string {
  return `${"-".repeat(80)}\n${names}`;
}

/** Each text once, with the parts that carry it. */
function textsOf(parts: readonly Part[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { name, text } of parts) if (text !== "") texts.set(text, [...(texts.get(text) ?? []), name]);
  return texts;
}
