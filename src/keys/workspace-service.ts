/** Tenants. Every object belongs to one workspace, and a key opens one. */
import type { Clock } from "../kernel/clock.ts";
import { Fault } from "../kernel/fault.ts";
import type { IdMint } from "../kernel/ids.ts";
import type { WorkspaceStore } from "./ports.ts";

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

const namePattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function createWorkspaceService(store: WorkspaceStore, clock: Clock, ids: IdMint) {
  return {
    /** @throws Fault `invalid_parameter`, `slug_taken` */
    create: async (name: string) => {
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
    byName: (name: string) => store.byName(name),
  };
}
