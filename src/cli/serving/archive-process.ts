/** Separate processes for `docent export` and `docent import`, which would delay requests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownCommand } from "../../build-info.ts";
import type { Config } from "../../config/load-config.ts";
import type { ExpertArchives } from "../../http/system-parts.ts";
import { Fault } from "../../kernel/fault.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import type { Workspace } from "../../keys/ports.ts";
import type { PrintedImport } from "../upkeep/import-command.ts";
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
    write: ({ id, workspaceId }) =>
      inOwnFolder(async (file, remove) => {
        await run(["export", id, file, "--workspace", await nameOf(workspaceId)], file);
        return readThenRemoved(file, remove);
      }),
    read: (bytes) =>
      inOwnFolder(async (file, remove) => {
        if (bytes === null || (await Bun.write(file, new Response(bytes))) === 0) throw noArchive();
        const printed = await run(["import", file, "--workspace", "default", "--json"], file);
        await remove();
        return (JSON.parse(printed) as PrintedImport).id;
      }),
  };
}

/** @param work calls `remove` when it no longer needs the file; after an error this does */
async function inOwnFolder<T>(work: (file: string, remove: () => Promise<void>) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "docent-archive-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    return await work(join(folder, "expert.tar"), remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

async function* readThenRemoved(file: string, remove: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* Bun.file(file).stream();
  } finally {
    await remove();
  }
}

function noArchive(): Fault {
  return new Fault("invalid_parameter", "The request has no file. Send an exported expert as its body.", {
    param: "body",
  });
}
