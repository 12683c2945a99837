/** All settings in force with their origin, for the operator. Secret values are never included. */
import { gatherSettings, type SettingSources } from "./given-settings.ts";
import { flagName } from "./setting.ts";
import { allSettings } from "./settings.ts";

export const settingOrigins = ["flag", "environment", "file", "default"] as const;
export type SettingOrigin = (typeof settingOrigins)[number];

export interface SettingInForce {
  /** The variable's name. */
  readonly env: string;
  readonly help: string;
  /** As it was given, or by default; null: it is not set, or it is a secret. */
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly origin: SettingOrigin;
  /** Whether a change of the settings file counts without a restart. */
  readonly isLive: boolean;
}

export function settingsInForce(sources: SettingSources): readonly SettingInForce[] {
  const given = gatherSettings(sources);
  return allSettings.map((setting) => {
    const { env, help, secret, live, standard } = setting;
    const found = given.find(setting);
    const origin = found === null ? "default" : originOf(found.name, env, flagName(setting));
    // A flag that needs no value is given by standing there.
    const text = found === null ? standard : (found.text ?? "true");
    const value = secret || text === "" ? null : text;
    return { env, help, value, isSecret: secret, origin, isLive: live };
  });
}

/** @param name how the setting was written: as a flag, as a variable, or with its place in the file */
function originOf(name: string, env: string, flag: string): SettingOrigin {
  if (name === flag) return "flag";
  return name === env ? "environment" : "file";
}
