import { join } from "node:path";
import propertyList from "./docent.plist" with { type: "text" };
import systemUnit from "./docent.service" with { type: "text" };
import userUnit from "./docent-user.service" with { type: "text" };

export type ServiceKind = "user" | "system";

export interface ServiceFile {
  readonly path: string;
  readonly text: string;
  readonly start: readonly string[];
  readonly stop: readonly string[];
}

export interface ServiceStart {
  readonly kind: ServiceKind;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly command: readonly string[];
}

/** Marks the files of this command, the only ones that it replaces or deletes. */
export const installMark = "Written by `docent install`";

/** Null: the system's services need more than a file. */
export function serviceFile(place: ServiceStart): ServiceFile | null {
  if (place.platform === "linux") return unit(place);
  return place.platform === "darwin" ? agent(place) : null;
}

function unit({ kind, home, command }: ServiceStart): ServiceFile {
  const [folder, control, text] =
    kind === "system"
      ? ["/etc/systemd/system", "systemctl", systemUnit]
      : [join(home, ".config/systemd/user"), "systemctl --user", userUnit];
  return {
    path: join(folder, "docent.service"),
    text: text.replace("COMMAND", () => command.map(quotedForSystemd).join(" ")),
    start: [`${control} daemon-reload`, `${control} enable --now docent`],
    stop: [`${control} disable --now docent`],
  };
}

function agent({ kind, home, command }: ServiceStart): ServiceFile {
  const isSystem = kind === "system";
  const path = join(isSystem ? "/Library/LaunchDaemons" : join(home, "Library/LaunchAgents"), "docent.plist");
  const data = isSystem ? "/usr/local/var/docent" : join(home, "Library/Application Support/docent");
  const log = isSystem ? "/var/log/docent.log" : join(home, "Library/Logs/docent.log");
  const words = command.map((word) => `<string>${Bun.escapeHTML(word)}</string>`).join("");
  const values: Readonly<Record<string, string>> = {
    COMMAND: words,
    DATA: Bun.escapeHTML(data),
    LOG: Bun.escapeHTML(log),
  };
  const domain = isSystem ? "system" : "gui/$(id -u)";
  return {
    path,
    text: propertyList.replaceAll(/\b(?:COMMAND|DATA|LOG)\b/g, (name) => values[name] ?? name),
    start: [`launchctl bootstrap ${domain} '${path}'`],
    stop: [`launchctl bootout ${domain}/docent`],
  };
}

/** https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html#Command%20lines */
function quotedForSystemd(word: string): string {
  const plain = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w@%$./:=,+-]+$/.test(plain) ? plain : JSON.stringify(plain);
}
