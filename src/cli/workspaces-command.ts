import { timestamp } from "../kernel/clock.ts";
import { readArguments } from "./arguments.ts";
import { type Command, UsageError } from "./command.ts";
import { withRegistry } from "./registry.ts";

export const workspacesCommand: Command = {
  name: "workspaces",
  usage: "create NAME | list",
  summary: "Manage workspaces",
  run: async (args, console) => {
    const { config, words } = readArguments(args, {});
    const [action, name] = words;
    if (action === "create" && name !== undefined) {
      const workspace = withRegistry(config, ({ workspaces }) => workspaces.create(name));
      console.print(`${workspace.id}  ${workspace.name}`);
      console.complain(`Make a key for it: docent keys create --workspace ${workspace.name} --name NAME`);
      return 0;
    }
    if (action !== "list") throw new UsageError("Use `docent workspaces create NAME` or `docent workspaces list`.");
    for (const { id, name: each, createdAt } of withRegistry(config, ({ workspaces }) => workspaces.list())) {
      console.print(`${id}  ${each.padEnd(20)} ${timestamp(createdAt)}`);
    }
    return 0;
  },
};
