import { asc, eq } from "drizzle-orm";
import type { WorkspaceStore } from "../../keys/workspace-service.ts";
import type { Database } from "../database.ts";
import { workspaces } from "../schema.ts";

export function workspaceRows({ orm, write }: Database): WorkspaceStore {
  return {
    add: (workspace) =>
      write("power", () => {
        const added = orm.insert(workspaces).values(workspace).onConflictDoNothing().returning().all();
        return added.length === 1;
      }),
    list: () => orm.select().from(workspaces).orderBy(asc(workspaces.id)).all(),
    byName: (name) => orm.select().from(workspaces).where(eq(workspaces.name, name)).get() ?? null,
  };
}
