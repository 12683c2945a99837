import { asc, eq, sql } from "drizzle-orm";
import type { WorkspaceStore } from "../../keys/ports.ts";
import type { Database } from "../database.ts";
import { workspaces } from "../schema.ts";

/** Running imports and experts that are being deleted have hidden workspaces with a colon in the name. */
const isVisible = sql`${workspaces.name} NOT GLOB '*:*'`;

export function workspaceRows({ orm, write }: Database): WorkspaceStore {
  return {
    add: (workspace) =>
      write("power", () => {
        const added = orm.insert(workspaces).values(workspace).onConflictDoNothing().returning().all();
        return added.length === 1;
      }),
    list: () => orm.select().from(workspaces).where(isVisible).orderBy(asc(workspaces.id)).all(),
    byName: (name) => orm.select().from(workspaces).where(eq(workspaces.name, name)).get() ?? null,
  };
}
