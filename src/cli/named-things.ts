import type { CommandServices } from "../compose/database/command-services.ts";
import type { Expert } from "../experts/expert.ts";
import type { Workspace } from "../keys/ports.ts";
import type { WorkspaceService } from "../keys/workspace-service.ts";
import { UsageError } from "./command.ts";

interface Workspaces {
  readonly workspaces: Pick<WorkspaceService, "byName" | "list">;
}

export async function expertNamed(services: CommandServices, workspace: Workspace, name: string): Promise<Expert> {
  const expert = await services.expert(workspace.id, name);
  if (expert === null) throw new UsageError(`There is no expert "${name}" in the workspace ${workspace.name}.`);
  return expert;
}

export async function workspaceNamed({ workspaces }: Workspaces, name: string): Promise<Workspace> {
  const found = await workspaces.byName(name);
  if (found !== null) return found;
  const known = (await workspaces.list()).map((workspace) => workspace.name);
  throw new UsageError(
    known.length === 0
      ? "There is no workspace yet. Start the service once with `docent serve`, or use `docent workspaces create NAME`."
      : `There is no workspace "${name}". The workspaces are: ${known.join(", ")}.`,
  );
}

export function workspaceChosen(services: Workspaces, options: ReadonlyMap<string, string>): Promise<Workspace> {
  return workspaceNamed(services, options.get("workspace") ?? "default");
}
