/** Tenants. Every object belongs to one workspace, and a key opens one. */
import type { Awaitable } from "../kernel/awaitable.ts";
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { Workspace, WorkspaceStore } from "./ports.ts";

export interface WorkspaceService {
  /** @throws Fault `invalid_parameter`, `slug_taken` */
  create(name: string): Promise<Workspace>;
  list(): Awaitable<Workspace[]>;
  byName(name: string): Awaitable<Workspace | null>;
}

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function createWorkspaceService(store: WorkspaceStore, clock: Clock, ids: IdMint): WorkspaceService {
  return {
    create: async (name) => {
      if (!namePattern.test(name)) {
        throw new Fault("invalid_parameter", `"${name}" is not a valid name for a workspace.`, {
          param: "name",
          hint: "Use 1 to 64 lower-case letters, digits, - and _, beginning with a letter or digit.",
        });
      }
      const workspace = { id: ids.mint("workspace"), name, createdAt: clock.now() };
      if (!(await store.add(workspace))) throw new Fault("slug_taken", `A workspace named "${name}" exists already.`);
      return workspace;
    },
    list: () => store.list(),
    byName: (name) => store.byName(name),
  };
}
