/** Which settings are given, as text, and where: on the command line, in the environment, in the settings file. */
import { nearestName } from "../kernel/nearest-name.ts";
import { flagName, type Setting } from "./setting.ts";
import { takeSettingFlags } from "./setting-flags.ts";
import { allSettings, settings } from "./settings.ts";
import { type GivenSetting, readSettingsFile, type SettingsFile } from "./settings-file.ts";

export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The command line after the command's name. */
  readonly flags: readonly string[];
  /** The file that `settingsFilePath` names, when there is one. */
  readonly file?: SettingsFile | null;
}

export interface GivenSettings {
  /** Null when it is given nowhere. */
  find(setting: Setting<unknown>): GivenSetting | null;
  /** What stands in the sources and is no setting, one sentence each. */
  readonly problems: readonly string[];
}

/** A flag takes precedence over the environment, and the environment over the file. An empty value counts as not given. */
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

/** The settings file that the command line or the environment names; null when neither does. */
export function settingsFilePath(sources: Omit<SettingSources, "file">): string | null {
  return gatherSettings(sources).find(settings.config)?.text ?? null;
}

/** The changed settings: those that apply at once, and those that need a restart. */
export interface ChangedSettings {
  /** Names of those that a running service takes. */
  readonly live: readonly string[];
  /** Names of those that need a restart. */
  readonly restart: readonly string[];
}

export function changedSettings(before: SettingSources, after: SettingSources): ChangedSettings {
  const [old, now] = [gatherSettings(before), gatherSettings(after)];
  const changed = allSettings.filter((setting) => old.find(setting)?.text !== now.find(setting)?.text);
  const names = (live: boolean) => changed.filter((setting) => setting.live === live).map(({ env }) => env);
  return { live: names(true), restart: names(false) };
}

/** Variables that look like settings but are unknown, one sentence each: a misspelt one would otherwise be ignored silently. */
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
