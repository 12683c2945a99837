import { readFileSync } from "node:fs";
import {
  changedSettings,
  type SettingSources,
  settingsFilePath,
  unknownVariables,
} from "../../config/given-settings.ts";
import { ConfigError, loadConfig } from "../../config/load-config.ts";
import { settingsInForce } from "../../config/settings-in-force.ts";
import { plainReason } from "../../kernel/error-code.ts";
import type { Log } from "../../kernel/log.ts";

export type RunningSettings = ReturnType<typeof openSettings>;

/** @param flags after the command's name @throws ConfigError */
export function openSettings(flags: readonly string[]) {
  const read = () => settingSources(flags);
  const start = read();
  const config = loadConfig(start);
  let [taken, { live }] = [start, config];
  return {
    config,
    live: () => live,
    warnOfUnknown: (log: Log) => {
      for (const problem of unknownVariables(start.env)) log.warn("settings.unknown_variable", { problem });
    },
    // Settings that need a restart still have their first value.
    inForce: () => {
      const [first, now] = [settingsInForce(start), settingsInForce(taken)];
      return first.map((setting, at) => (setting.isLive ? (now[at] ?? setting) : setting));
    },
    /** Applies and logs changes. A faulty file changes nothing. */
    reload: (log: Log) => {
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
