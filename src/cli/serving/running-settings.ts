import { readFileSync } from "node:fs";
import {
  changedSettings,
  type SettingSources,
  settingsFilePath,
  unknownVariables,
} from "../../config/given-settings.ts";
import { type Config, ConfigError, type LiveConfig, loadConfig } from "../../config/load-config.ts";
import { type SettingInForce, settingsInForce } from "../../config/settings-in-force.ts";
import { plainReason } from "../../kernel/error-code.ts";
import type { Log } from "../../kernel/log.ts";

export interface RunningSettings {
  readonly config: Config;
  live(): LiveConfig;
  inForce(): readonly SettingInForce[];
  /** Applies and logs changes. A faulty file changes nothing. */
  reload(log: Log): void;
  warnOfUnknown(log: Log): void;
}

/** @param flags after the command's name @throws ConfigError */
export function openSettings(flags: readonly string[]): RunningSettings {
  const read = () => settingSources(flags);
  const start = read();
  const config = loadConfig(start);
  let [taken, { live }] = [start, config];
  return {
    config,
    live: () => live,
    warnOfUnknown: (log) => {
      for (const problem of unknownVariables(start.env)) log.warn("settings.unknown_variable", { problem });
    },
    // Settings that need a restart still have their first value.
    inForce: () => {
      const [first, now] = [settingsInForce(start), settingsInForce(taken)];
      return first.map((setting, at) => (setting.isLive ? (now[at] ?? setting) : setting));
    },
    reload: (log) => {
      try {
        const next = read();
        ({ live } = loadConfig(next));
        const names = { changed: changedSettings(taken, next).live, restart: changedSettings(start, next).restart };
        taken = next;
        log.info("settings.reloaded", { changed: names.changed.join(" "), needs_restart: names.restart.join(" ") });
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        log.warn("settings.refused", { problems: error.problems.join(" ") });
      }
    },
  };
}

export function settingSources(flags: readonly string[]): SettingSources {
  const sources = { env: Bun.env, flags };
  const path = settingsFilePath(sources);
  if (path === null) return sources;
  try {
    return { ...sources, file: { name: path, text: readFileSync(path, "utf8") } };
  } catch (error) {
    throw new ConfigError([`Cannot read the settings file: ${plainReason(error)}`]);
  }
}
