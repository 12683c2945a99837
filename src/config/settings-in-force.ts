import { gatherSettings, type SettingSources } from "./given-settings.ts";
import { flagName, type Setting } from "./setting.ts";
import { allSettings } from "./settings.ts";

const settingOrigins = ["flag", "environment", "file", "default"] as const;
export type SettingOrigin = (typeof settingOrigins)[number];

export interface SettingInForce {
  readonly env: string;
  readonly help: string;
  readonly value: string | null;
  readonly isSecret: boolean;
  readonly origin: SettingOrigin;
  readonly isLive: boolean;
}

export function settingsInForce(sources: SettingSources): readonly SettingInForce[] {
  const given = gatherSettings(sources);
  return allSettings.map((setting) => {
    const { env, help, secret, live, standard } = setting;
    const found = given.find(setting);
    const origin = found === null ? "default" : originOf(found.name, env, flagName(setting));
    const text = found === null ? standard : (found.text ?? "true");
    const value = secret || text === "" ? null : text;
    return { env, help, value, isSecret: secret, origin, isLive: live };
  });
}

function originOf(name: string, env: string, flag: string): SettingOrigin {
  if (name === flag) return "flag";
  return name === env ? "environment" : "file";
}

export function settingsHelp(): string {
  return allSettings.map(entry).join("\n");
}

function entry(setting: Setting<unknown>): string {
  const flag = [flagName(setting), setting.placeholder ?? []].flat().join(" ");
  const standard = setting.standard ? ` (default ${setting.standard})` : "";
  return `  ${flag.padEnd(28)}${setting.env}\n      ${setting.help}${standard}`;
}
