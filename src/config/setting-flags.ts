import { flagName, type Setting } from "./setting.ts";
import { allSettings } from "./settings.ts";

const byFlag: ReadonlyMap<string, Setting<unknown>> = new Map(
  allSettings.map((setting) => [flagName(setting), setting]),
);

export const settingFlags: readonly string[] = [...byFlag.keys()];

/** `given`: by flag; null when its value is missing. `rest`: also `--` and what follows. @param own flags of the command, with dashes; they hide settings of the same name */
export function takeSettingFlags(args: readonly string[], own: readonly string[] = []) {
  const given = new Map<string, string | null>();
  const taken: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; ) {
    const found = args[at] === "--" ? null : readFlag(args, at, own);
    if (found !== null) given.set(found.flag, found.text);
    const width = args[at] === "--" ? args.length - at : (found?.width ?? 1);
    (found === null ? rest : taken).push(...args.slice(at, at + width));
    at += width;
  }
  return { given, taken, rest };
}

function readFlag(args: readonly string[], at: number, own: readonly string[]) {
  const [flag = "", ...inline] = args[at]!.split("=");
  const setting = own.includes(flag) ? undefined : byFlag.get(flag);
  if (setting === undefined) return null;
  if (inline.length > 0) return { flag, text: inline.join("="), width: 1 };
  if (setting.placeholder === null) return { flag, text: "true", width: 1 };
  const next = args[at + 1];
  return next === undefined || next.startsWith("--") ? { flag, text: null, width: 1 } : { flag, text: next, width: 2 };
}
