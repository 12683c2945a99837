import { flagName, type Setting } from "./setting.ts";
import { allSettings } from "./settings.ts";

export function settingsHelp(): string {
  return allSettings.map(entry).join("\n");
}

function entry(setting: Setting<unknown>): string {
  const flag = [flagName(setting), setting.placeholder ?? []].flat().join(" ");
  const standard = setting.standard ? ` (default ${setting.standard})` : "";
  return `  ${flag.padEnd(28)}${setting.env}\n      ${setting.help}${standard}`;
}
