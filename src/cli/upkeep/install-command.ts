import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { buildInfo } from "../../build-info.ts";
import { takeSettingFlags } from "../../config/setting-flags.ts";
import { unlessMissing } from "../../kernel/error-code.ts";
import { readArguments } from "../arguments.ts";
import { type Command, type Console, StartError, UsageError } from "../command.ts";
import { installMark, type ServiceFile, type ServiceKind, serviceFile } from "./service-file.ts";

const flags = { switches: ["user", "system", "undo", "yes"] };

export const installCommand: Command = {
  name: "install",
  usage: "--user|--system [SETTING…] [--yes] [--undo]",
  summary: "Have the system start the service, from a file that is shown first",
  examples: ["--user", "--system --data-dir /srv/docent"],
  help: `The file is a unit of systemd, or on a Mac a property list of launchd. Settings become flags of \`docent serve\`.
  --user     For you, while you are signed in
  --system   For the machine; needs the rights of root
  --undo     Takes the file away; the data stays
  --yes      Asks nothing`,
  flags,
  run: async (args, console) => {
    const { words, switches } = readArguments(args, flags);
    if (words.length > 0 || switches.has("user") === switches.has("system")) {
      throw new UsageError("Say for whom: `docent install --user` or `docent install --system`.");
    }
    const kind = switches.has("system") ? "system" : "user";
    const own = flags.switches.map((flag) => `--${flag}`);
    const file = fileFor(kind, takeSettingFlags(args, own).taken);
    const mayAct = (question: string) => switches.has("yes") || console.confirm?.(question) === true;
    return switches.has("undo") ? takeAway(file, { console, mayAct }) : write(file, { console, mayAct });
  },
};

interface Acting {
  readonly console: Console;
  readonly mayAct: (question: string) => boolean;
}

/** @throws StartError if the system has no such file, or the service could not reach the executable */
function fileFor(kind: ServiceKind, settings: readonly string[]): ServiceFile {
  if (buildInfo.commit === "source") throw new StartError("Only a built executable can be installed: `make build`.");
  const command = [process.execPath, "serve", ...settings];
  const file = serviceFile({ kind, platform: process.platform, home: homedir(), command });
  if (file === null) {
    const task = `schtasks /Create /TN Docent /SC ${kind === "system" ? "ONSTART /RU SYSTEM" : "ONLOGON"}`;
    throw new StartError(`On Windows, let the Task Scheduler start it: ${task} /TR "${command.join(" ")}"`);
  }
  if (kind === "system" && /^\/(?:home|root|tmp)\//.test(process.execPath)) {
    throw new StartError(
      `A service of the system sees neither homes nor /tmp. Copy ${process.execPath} to /usr/local/bin, and install from there.`,
    );
  }
  return file;
}

function write({ path, text, start }: ServiceFile, { console, mayAct }: Acting): number {
  const before = contentOf(path);
  if (before !== null && !before.includes(installMark)) {
    throw new StartError(`${path} exists, and this command did not write it. Nothing was changed.`);
  }
  console.print(`${path}:\n\n${text}`);
  if (!mayAct(`Write ${path}?`)) return untouched(console);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return tell(console, "Written. Start it with:", start);
}

function takeAway({ path, stop }: ServiceFile, { console, mayAct }: Acting): number {
  const content = contentOf(path);
  if (content?.includes(installMark) !== true) throw new StartError(`There is no ${path} that this command wrote.`);
  if (!mayAct(`Take ${path} away? The data stays.`)) return untouched(console);
  rmSync(path);
  return tell(console, `${path} is gone. If the service runs, stop it with:`, stop);
}

function untouched(console: Console): number {
  console.complain("Nothing was changed. --yes does it without a question.");
  return 1;
}

function tell(console: Console, heading: string, lines: readonly string[]): number {
  console.print([heading, ...lines.map((line) => `  ${line}`)].join("\n"));
  return 0;
}

function contentOf(path: string): string | null {
  return unlessMissing(() => readFileSync(path, "utf8"), null);
}
