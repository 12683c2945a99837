import type { Config } from "../config/load-config.ts";
import { byteCount, wholeNumber } from "../config/setting-values.ts";
import { timestamp } from "../kernel/clock.ts";
import { type OwnQuotas, type QuotaName, quotaNames } from "../limits/quota.ts";
import { readArguments } from "./arguments.ts";
import { type Command, type Console, UsageError } from "./command.ts";
import { withRegistry, workspaceNamed } from "./registry.ts";

export const workspacesCommand: Command = {
  name: "workspaces",
  usage: "create NAME | list | limit NAME",
  summary: "Manage workspaces, and what they may use",
  run: async (args, console) => {
    const { config, words, options } = readArguments(args, { options: quotaNames });
    const [action, name] = words;
    if (action !== "limit" && options.size > 0)
      throw new UsageError("Limits belong to `docent workspaces limit NAME`.");
    if (action === "create" && name !== undefined) return create(config, name, console);
    if (action === "list") return list(config, console);
    if (action === "limit" && name !== undefined) return limit(config, console, { name, options });
    throw new UsageError("Use `docent workspaces create NAME`, `list` or `limit NAME`.");
  },
};

function create(config: Config, name: string, console: Console): number {
  const workspace = withRegistry(config, ({ workspaces }) => workspaces.create(name));
  console.print(`${workspace.id}  ${workspace.name}`);
  console.complain(`Make a key for it: docent keys create --workspace ${workspace.name} --name NAME`);
  return 0;
}

function list(config: Config, console: Console): number {
  for (const { id, name, createdAt } of withRegistry(config, ({ workspaces }) => workspaces.list())) {
    console.print(`${id}  ${name.padEnd(20)} ${timestamp(createdAt)}`);
  }
  return 0;
}

interface Limiting {
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
}

/** Changes what is given, and shows what counts then; a running service knows it within a second. */
function limit(config: Config, console: Console, { name, options }: Limiting): number {
  const own = withRegistry(config, (registry) => {
    const { id } = workspaceNamed(registry, name);
    const before = registry.quotas.own(id);
    const given = Object.fromEntries(
      quotaNames.flatMap((quota) => {
        const text = options.get(quota);
        return text === undefined ? [] : [[quota, readQuota(quota, text)]];
      }),
    );
    const after: OwnQuotas = { ...before, ...given };
    if (options.size > 0) registry.quotas.setOwn(id, after);
    return after;
  });
  for (const quota of quotaNames)
    console.print(`${quota.padEnd(10)}${describe(own[quota], config.live.quotas[quota])}`);
  return 0;
}

/** @throws UsageError */
function readQuota(quota: QuotaName, text: string): OwnQuotas[QuotaName] {
  if (text === "none") return "none";
  if (text === "default") return null;
  const parsed = (quota === "bytes" ? byteCount(0) : wholeNumber(0, 1_000_000_000_000))(text);
  if ("value" in parsed) return parsed.value;
  throw new UsageError(`--${quota} ${parsed.problem}, or none, or default.`);
}

function describe(own: OwnQuotas[QuotaName], standard: number | null): string {
  if (own === null) return `${standard ?? "none"} (the default)`;
  return String(own);
}
