import { and, eq, inArray } from "drizzle-orm";
import { type Expert, numberedSlug } from "../experts/expert.ts";
import { nameRows, namesOf, takenBy } from "../experts/expert-names.ts";
import type { ExpertAddition, ExpertStore } from "../experts/ports.ts";
import { hideExpert, removeSlice } from "./hidden-experts.ts";
import { all, done, type Orm, preparedWrite, type Store, type Work } from "./work.ts";

export function expertChanges(
  store: Store,
): Pick<ExpertStore, "add" | "addition" | "replace" | "hide" | "removeSlice"> {
  const { write, free } = store;
  return {
    add: (expert) => write("power", (orm) => add(store, orm, expert)),
    addition: (expert, slug) => preparedWrite((orm) => addWithSlug(store, orm, { expert, slug })),
    replace: (expert) => write("power", (orm) => replace(store, orm, expert)),
    hide: (workspace, id) => free("power", (orm) => hideExpert(store, orm, { workspace, id })),
    removeSlice: () => free("process", () => removeSlice(store)),
  };
}

function* add(store: Store, orm: Orm, expert: Expert): Work<string | null> {
  const { expertNames, experts } = store.tables;
  const taken = yield* takenName(store, orm, expert);
  if (taken !== null) return taken;
  const { aliases: _, embedding: __, ...columns } = expert;
  yield* done(orm.insert(experts).values(columns));
  yield* done(orm.insert(expertNames).values(nameRows(expert)));
  return null;
}

interface NewExpertRow {
  readonly expert: Expert;
  readonly slug: "given" | "free";
}

function* addWithSlug(store: Store, orm: Orm, { expert, slug }: NewExpertRow): Work<ExpertAddition> {
  let candidate = expert;
  for (let number = 2; ; number++) {
    const taken = yield* add(store, orm, candidate);
    if (taken === null) return { added: candidate };
    if (slug === "given" || taken !== candidate.slug) return { taken };
    candidate = { ...expert, slug: numberedSlug(expert.slug, number) };
  }
}

function* replace(store: Store, orm: Orm, expert: Expert): Work<string | null> {
  const { expertNames, experts } = store.tables;
  const taken = yield* takenName(store, orm, expert);
  if (taken !== null) return taken;
  const { id, workspaceId: _, aliases: __, embedding: ___, ...columns } = expert;
  yield* done(orm.update(experts).set(columns).where(eq(experts.id, id)));
  yield* done(orm.delete(expertNames).where(eq(expertNames.expertId, id)));
  yield* done(orm.insert(expertNames).values(nameRows(expert)));
  return null;
}

/** Whoever changes names in the same workspace waits here, so that both see what the other took. */
function* takenName({ tables, dialect }: Store, orm: Orm, expert: Expert): Work<string | null> {
  const { expertNames, workspaces } = tables;
  const { workspaceId } = expert;
  yield* dialect.lock(workspaces, eq(workspaces.id, workspaceId));
  const holders = yield* all(
    orm
      .select({ name: expertNames.name, expertId: expertNames.expertId })
      .from(expertNames)
      .where(and(eq(expertNames.workspaceId, workspaceId), inArray(expertNames.name, namesOf(expert)))),
  );
  return takenBy(holders, expert);
}
