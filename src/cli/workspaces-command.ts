import { type OwnQuotas, type QuotaName, quotaNames } from "../accounting/quota.ts";
import { openCommandServices } from "../compose/database/opened-services.ts";
import type { Config } from "../config/load-config.ts";
import { byteCount, wholeNumber } from "../config/setting-values.ts";
import { timestamp } from "../kernel/clock.ts";
import { localCommand } from "./arguments.ts";
import { type Console, UsageError } from "./command.ts";
import { workspaceNamed } from "./named-things.ts";

export const workspacesCommand = localCommand({
  name: "workspaces",
  usage: "create NAME | list | limit NAME",
  summary: "Manage workspaces and their limits",
  examples: ["create team", "limit team --requests 10000"],
  help: `  --requests NUMBER, --sources NUMBER, --bytes BYTES    With limit: the new limits, none, or default; those that are
                                                        not given stay as they are`,
  flags: { options: quotaNames },
  run: async ({ config, words, options }, console) => {
    const [action, name] = words;
    if (action !== "limit" && options.size > 0)
      throw new UsageError("Flags for limits can be used with `docent workspaces limit NAME` only.");
    if (action === "create" && name !== undefined) return create(config, name, console);
    if (action === "list") return list(config, console);
    if (action === "limit" && name !== undefined) return limit(config, console, name, options);
    throw new UsageError("Use `docent workspaces create NAME`, `list` or `limit NAME`.");
  },
});

async function create(config: Config, name: string, console: Console): Promise<number> {
  await using services = await openCommandServices(config);
  const workspace = await services.workspaces.create(name);
  console.print(`${workspace.id}  ${workspace.name}`);
  console.complain(`Make a key for it: docent keys create --workspace ${workspace.name} --name NAME`);
  return 0;
}

async function list(config: Config, console: Console): Promise<number> {
  await using services = await openCommandServices(config);
  for (const { id, name, createdAt } of await services.workspaces.list()) {
    console.print(`${id}  ${name.padEnd(20)} ${timestamp(createdAt)}`);
  }
  return 0;
}

async function limit(
  config: Config,
  console: Console,
  name: string,
  options: ReadonlyMap<string, string>,
): Promise<number> {
  await using services = await openCommandServices(config);
  const { id } = await workspaceNamed(services, name);
  const given = Object.fromEntries(
    quotaNames.flatMap((quota) => {
      const text = options.get(quota);
      return text === undefined ? [] : [[quota, readQuota(quota, text)]];
    }),
  );
  const own: OwnQuotas = { ...(await services.quotas.own(id)), ...given };
  if (options.size > 0) await services.quotas.setOwn(id, own);
  for (const quota of quotaNames)
    console.print(`${quota.padEnd(10)}${describe(own[quota], config.live.quotas[quota])}`);
  return 0;
}

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
