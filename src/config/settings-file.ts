/** One `NAME=VALUE` a line. Empty lines and lines with `#` are ignored; one pair of quotes is removed. */
import { nearestName } from "../kernel/nearest-name.ts";
import { allSettings, settings } from "./settings.ts";

export interface SettingsFile {
  readonly name: string;
  readonly text: string;
}

export interface GivenSetting {
  /** As written: `--port`, `DOCENT_PORT`, `docent.conf:3: DOCENT_PORT`. */
  readonly name: string;
  /** Null for a flag without its value. */
  readonly text: string | null;
}

/** Problems name no values, which may be secret. */
export function readSettingsFile(file: SettingsFile | null) {
  const given = new Map<string, GivenSetting>();
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const [position, line] of (file?.text ?? "").split(/\r?\n/).entries()) {
    const place = `${file?.name}:${position + 1}`;
    const entry = readLine(line);
    const problem = problemOf(entry, seen);
    if (entry === "nothing" || problem !== null) {
      if (problem !== null) problems.push(`${place}: ${problem}`);
      continue;
    }
    seen.add(entry.name);
    if (entry.text !== "") given.set(entry.name, { name: `${place}: ${entry.name}`, text: entry.text });
  }
  return { given, problems };
}

interface Entry {
  readonly name: string;
  readonly text: string;
}

function readLine(line: string): Entry | "nothing" {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return "nothing";
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/.exec(text)?.map((part) => part.trim()) ?? [];
  const [, quoted] = /^(?:"(.*)"|'(.*)')$/.exec(value)?.filter((part) => part !== undefined) ?? [];
  return { name, text: quoted ?? value };
}

function problemOf(entry: Entry | "nothing", seen: ReadonlySet<string>): string | null {
  if (entry === "nothing") return null;
  if (entry.name === "") return "This line does not have the form NAME=VALUE.";
  if (entry.name === settings.config.env) return `${entry.name} cannot be set in the settings file.`;
  if (seen.has(entry.name)) return `${entry.name} is given twice.`;
  const names = allSettings.map(({ env }) => env);
  if (names.includes(entry.name)) return null;
  const near = nearestName(entry.name, names);
  return `Unknown setting ${entry.name}.${near === null ? "" : ` Did you mean ${near}?`}`;
}
