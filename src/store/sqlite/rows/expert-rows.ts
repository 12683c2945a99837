import type { Expert, ExpertContents } from "../../../experts/expert.ts";
import type { ExpertStore } from "../../../experts/ports.ts";
import { type Immediate, immediately } from "../../../kernel/awaitable.ts";
import { versionedCache } from "../../../kernel/stores/versioned-cache.ts";
import { expertStore } from "../../expert-store.ts";
import type { Database } from "../database.ts";
import { storeInSqlite } from "../store-dialect.ts";

export function expertRows(database: Database): Immediate<ExpertStore> {
  const known = versionedCache<Expert>(database.settingsGeneration, 1000);
  const sums = versionedCache<Pick<ExpertContents, "chunkCount" | "contentBytes">>(database.generation, 1000);
  const store = immediately(expertStore(storeInSqlite(database), sums));
  return {
    ...store,
    byId: (workspace, id) => known.get(`${workspace} ${id}`, () => store.byId(workspace, id) ?? undefined) ?? null,
    byName: (workspace, name) =>
      known.get(`${workspace} ${name}`, () => store.byName(workspace, name) ?? undefined) ?? null,
  };
}
