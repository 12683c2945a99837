import { eq, sql } from "drizzle-orm";
import type { ExpertId } from "../kernel/ids.ts";
import { builtOnce } from "./built-once.ts";
import type { Drizzle } from "./database.ts";
import { experts } from "./schema.ts";

export function expertRevision(orm: Drizzle): (expert: ExpertId) => number | null {
  const statement = builtOnce(() =>
    orm
      .select({ revision: experts.revision })
      .from(experts)
      .where(eq(experts.id, sql.placeholder("expert")))
      .prepare(),
  );
  return (expert) => statement().get({ expert })?.revision ?? null;
}
