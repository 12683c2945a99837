/** Runs `docent export` and `docent import` in processes of their own, so that they do not delay requests. */
import { ownCommand } from "../../build-info.ts";
import type { Config } from "../../config/load-config.ts";
import type { ExpertArchives } from "../../http/native/archives-routes.ts";
import { Fault } from "../../kernel/fault.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import type { Workspace } from "../../keys/ports.ts";
import { spawnOwn } from "./doctor-process.ts";

/** @param command that starts this program */
export function archiveProcesses(
  config: Config,
  workspaces: () => Promise<readonly Workspace[]>,
  command: readonly string[] = ownCommand(),
): ExpertArchives {
  const run = async (words: readonly string[], file: string) => {
    const process = spawnOwn(config, [...command, ...words]);
    const [said, complaint, code] = await Promise.all([
      new Response(process.stdout).text(),
      new Response(process.stderr).text(),
      process.exited,
    ]);
    if (code === 0) return said;
    const message = complaint
      .trim()
      .replace(/^docent: /, "")
      .replace(`${file}: `, "");
    throw new Fault("invalid_parameter", message === "" ? "The file could not be read." : message, { param: "body" });
  };
  const nameOf = async (id: WorkspaceId | string) =>
    (await workspaces()).find((workspace) => workspace.id === id)?.name ?? "default";
  return {
    write: async ({ id, workspaceId }, file) =>
      void (await run(["export", id, file, "--workspace", await nameOf(workspaceId)], file)),
    read: async (file) => {
      const said = await run(["import", file, "--workspace", "default"], file);
      return /\((?<id>exp_\w+)\)\.\s*$/.exec(said)?.groups?.id ?? said;
    },
  };
}
