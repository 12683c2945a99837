import { type Config, loadConfig } from "../config/load-config.ts";
import { settingFlags, takeSettingFlags } from "../config/setting-flags.ts";
import { nearestName } from "../kernel/nearest-name.ts";
import { type Command, type Console, type KnownFlags, UsageError } from "./command.ts";
import { settingSources } from "./serving/running-settings.ts";

export interface Words {
  /** In order, with everything after `--`. */
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
}

export interface Arguments extends Words {
  readonly config: Config;
}

export function splitAtEnd(args: readonly string[]): readonly [before: readonly string[], after: readonly string[]] {
  const end = args.indexOf("--");
  return end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
}

/** @throws UsageError for an unknown flag; ConfigError for bad settings */
export function readArguments(args: readonly string[], known: KnownFlags): Arguments {
  const { settings, ...given } = readFlags(args, known);
  return { config: loadConfig(settingSources(settings)), ...given };
}

interface LocalCommand extends Omit<Command, "run"> {
  run(given: Arguments, console: Console): Promise<number>;
}

export function localCommand({ run, ...facts }: LocalCommand): Command {
  return { ...facts, run: async (args, console) => run(readArguments(args, facts.flags ?? {}), console) };
}

/** The settings' flags stay unparsed. @throws UsageError for an unknown flag */
export function readFlags(
  args: readonly string[],
  { options: withValue = [], switches: without = [] }: KnownFlags,
): Words & { readonly settings: readonly string[] } {
  const own = [...withValue, ...without].map((flag) => `--${flag}`);
  const { taken: settings, rest: others } = takeSettingFlags(args, own);
  const [rest, plain] = splitAtEnd(others);
  const words: string[] = [];
  const options = new Map<string, string>();
  const switches = new Set<string>();
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i] ?? "";
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [flag = "", inline] = word.slice(2).split("=", 2);
    if (inline === undefined && without.includes(flag)) {
      switches.add(flag);
      continue;
    }
    if (!withValue.includes(flag)) throw noFlag(`--${flag}`, own);
    const value = inline ?? rest[++i];
    if (value === undefined) throw new UsageError(`--${flag} needs a value.`);
    options.set(flag, value);
  }
  words.push(...plain);
  return { settings, words, options, switches };
}

export function numberOption({ options }: Pick<Words, "options">, name: string): number | null {
  const text = options.get(name);
  if (text === undefined) return null;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} takes a whole number, not "${text}".`);
}

function noFlag(flag: string, own: readonly string[]): UsageError {
  const near = nearestName(flag, own) ?? nearestName(flag, settingFlags);
  return new UsageError(`There is no flag ${flag} for this command.${near === null ? "" : ` Did you mean ${near}?`}`);
}

/** An action and the name that it is about may be given in either order. @param place where the command reads the action */
export function withActionAt(place: 0 | 1, words: readonly string[], actions: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words;
  const isThere = actions.includes(words[place] ?? "") || !actions.includes(words[1 - place] ?? "");
  return isThere || first === undefined || second === undefined ? words : [second, first, ...rest];
}

export function onlyWord(words: readonly string[], wanted: string): string {
  const [word, surplus] = words;
  if (word === undefined || surplus !== undefined) throw new UsageError(wanted);
  return word;
}
