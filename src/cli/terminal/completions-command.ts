import { flagName } from "../../config/setting.ts";
import { allSettings } from "../../config/settings.ts";
import { onlyWord } from "../arguments.ts";
import { type Command, UsageError } from "../command.ts";
import { type CompletedCommand, type CompletedFlag, completionScript, shells } from "./shell-completions.ts";

export function completionsCommand(commands: () => readonly Command[]): Command {
  return {
    name: "completions",
    usage: "bash | zsh | fish",
    summary: "Print a script with which a shell completes commands and flags",
    examples: ["bash", "fish"],
    help: `  bash    eval "$(docent completions bash)" in ~/.bashrc
  zsh     source <(docent completions zsh) in ~/.zshrc, behind compinit
  fish    docent completions fish | source in ~/.config/fish/config.fish`,
    run: async (args, console) => {
      const name = onlyWord(args, wanted);
      const shell = shells.find((each) => each === name);
      if (shell === undefined) throw new UsageError(wanted);
      console.print(completionScript(shell, commands().map(completed)).trimEnd());
      return 0;
    },
  };
}

const wanted = "Say which shell: `docent completions bash`, `zsh` or `fish`.";

const common = ["--data-dir", "--config"];
const ofClients = ["--url", "--key-file"];

function completed(command: Command): CompletedCommand {
  const { name, summary, usage, flags = {} } = command;
  const { options = [], switches = [] } = flags;
  const settings = settingFlags();
  const isClient = textOf(command).includes("--key-file");
  const shared = [...common, ...(isClient ? ofClients : [])];
  const own = [
    ...options.map((flag) => ({ name: `--${flag}`, value: valueOfFlag(flag, textOf(command)) })),
    ...switches.map((flag) => ({ name: `--${flag}`, value: null })),
  ];
  const more = shared.map((flag) => settings.find((each) => each.name === flag) ?? fileFlag(flag));
  return { name, summary, actions: actionsIn(usage), flags: [...own, ...(name === "serve" ? settings : more)] };
}

function settingFlags(): readonly CompletedFlag[] {
  return allSettings.map((setting) => ({ name: flagName(setting), value: valueNamed(setting.placeholder) }));
}

function fileFlag(name: string): CompletedFlag {
  return { name, value: "file" };
}

function textOf({ usage, help }: Command): string {
  return `${usage}\n${typeof help === "string" ? help : ""}`;
}

function valueOfFlag(flag: string, text: string): CompletedFlag["value"] {
  if (flag === "mode") return ["auto", "keyword", "sense", "vector", "hybrid"];
  return valueNamed(new RegExp(`--${flag} ([A-Z|a-z]+)`).exec(text)?.[1] ?? "TEXT");
}

function valueNamed(placeholder: string | null): CompletedFlag["value"] {
  if (placeholder === null) return null;
  if (["FILE", "FOLDER", "DIR", "PATH"].includes(placeholder)) return "file";
  return placeholder.includes("|") ? placeholder.split("|") : "text";
}

function actionsIn(usage: string): readonly string[] {
  return usage
    .replace(/\[?--.*$/, "")
    .split("|")
    .flatMap((part) => /^[\sA-Z[]*([a-z]+)\b/.exec(part)?.[1] ?? []);
}
