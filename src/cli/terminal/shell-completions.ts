export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly string[];
  readonly flags: readonly CompletedFlag[];
}

export interface CompletedFlag {
  readonly name: string;
  /** `file`: a path; a list: one of these words; `text`: anything; null: no value. */
  readonly value: "file" | "text" | readonly string[] | null;
}

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

const names = (commands: readonly CompletedCommand[]) => ["help", ...commands.map(({ name }) => name)].join(" ");

function bashScript(commands: readonly CompletedCommand[]): string {
  return `# Completions of docent for bash: eval "$(docent completions bash)"
_docent() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]} flags= actions=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "${names(commands)} --help --version" -- "$current")
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${valueCases(commands)}
  esac
  case \${COMP_WORDS[1]} in
${commands.map(({ name, actions, flags }) => `    ${name}) actions="${actions.join(" ")}" flags="${wordsOf(flags)}" ;;`).join("\n")}
  esac
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$actions" -- "$current")
  fi
}
complete -o default -F _docent docent
`;
}

function wordsOf(flags: readonly CompletedFlag[]): string {
  return [...flags.map(({ name }) => name), "--help"].join(" ");
}

function valueCases(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, flags }) =>
    flags.flatMap((flag) => {
      if (flag.value === null) return [];
      const words = Array.isArray(flag.value) ? flag.value.join(" ") : null;
      const found = words === null ? "" : `mapfile -t COMPREPLY < <(compgen -W "${words}" -- "$current"); `;
      return [`    "${name} ${flag.name}") ${found}return ;;`];
    }),
  );
  return lines.join("\n");
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, actions, flags }) => {
    const specs = flags.map((flag) => `'${flag.name}${zshValue(flag)}'`);
    const words =
      actions.length === 0 ? [] : [`'*: :_alternative "words:word:(${actions.join(" ")})" "files:file:_files"'`];
    const rest = words.length === 0 ? ["'*:file:_files'"] : words;
    return `    ${name}) _arguments ${[...specs, "'--help'", ...rest].join(" ")} ;;`;
  });
  return `#compdef docent
# Completions of docent for zsh: source <(docent completions zsh)
_docent() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${zshText(summary)}'`).join("\n")}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _docent ]]; then _docent "$@"; else compdef _docent docent; fi
`;
}

function zshValue({ value }: CompletedFlag): string {
  if (value === null) return "";
  if (value === "file") return ":file:_files";
  return value === "text" ? ":value: " : `:value:(${value.join(" ")})`;
}

function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, summary, actions, flags }) => [
    `complete -c docent -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...actions.map((action) => `complete -c docent -n '__fish_seen_subcommand_from ${name}' -a ${action}`),
    ...flags.map((flag) => {
      const place = `complete -c docent -n '__fish_seen_subcommand_from ${name}' -l ${flag.name.slice(2)}`;
      if (flag.value === null) return place;
      if (flag.value === "file") return `${place} -r -F`;
      return flag.value === "text" ? `${place} -x` : `${place} -x -a ${quoted(flag.value.join(" "))}`;
    }),
  ]);
  return `# Completions of docent for fish: docent completions fish | source\n${lines.join("\n")}\n`;
}
