import { nearestName } from "../kernel/nearest-name.ts";
import { flagName, type Setting } from "./setting.ts";
import { takeSettingFlags } from "./setting-flags.ts";
import { allSettings, settings } from "./settings.ts";
import { type GivenSetting, readSettingsFile, type SettingsFile } from "./settings-file.ts";

export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly flags: readonly string[];
  readonly file?: SettingsFile | null;
}

export interface GivenSettings {
  find(setting: Setting<unknown>): GivenSetting | null;
  readonly problems: readonly string[];
}

/** Flags come before the environment, the environment before the file. Empty values count as missing. */
export function gatherSettings({ env, flags, file = null }: SettingSources): GivenSettings {
  const line = takeSettingFlags(flags);
  const inFile = readSettingsFile(file);
  return {
    problems: [...line.rest.map(unknownArgument), ...inFile.problems],
    find: (setting) => {
      const flag = flagName(setting);
      const onLine = line.given.get(flag);
      if (onLine !== undefined) return { name: flag, text: onLine === "" ? null : onLine };
      const inEnvironment = env[setting.env];
      if (inEnvironment !== undefined && inEnvironment !== "") return { name: setting.env, text: inEnvironment };
      return inFile.given.get(setting.env) ?? null;
    },
  };
}

export function settingsFilePath(sources: Omit<SettingSources, "file">): string | null {
  return gatherSettings(sources).find(settings.config)?.text ?? null;
}

export function changedSettings(before: SettingSources, after: SettingSources) {
  const [old, now] = [gatherSettings(before), gatherSettings(after)];
  const changed = allSettings.filter((setting) => old.find(setting)?.text !== now.find(setting)?.text);
  const names = (live: boolean) => changed.filter((setting) => setting.live === live).map(({ env }) => env);
  return { live: names(true), restart: names(false) };
}

export function unknownVariables(env: SettingSources["env"]): readonly string[] {
  const known = allSettings.map((setting) => setting.env);
  const unknown = Object.keys(env).filter((name) => name.startsWith("DOCENT_") && !known.includes(name));
  return unknown.toSorted().map((name) => {
    const nearest = nearestName(name, known);
    return `${name} is no setting, so it has no effect.${nearest === null ? "" : ` Did you mean ${nearest}?`}`;
  });
}

function unknownArgument(arg: string): string {
  if (!arg.startsWith("-")) return `Unexpected argument ${JSON.stringify(arg)}.`;
  const flag = arg.split("=", 1)[0]!;
  const nearest = nearestName(flag, allSettings.map(flagName));
  return `Unknown flag ${flag}.${nearest === null ? "" : ` Did you mean ${nearest}?`}`;
}
