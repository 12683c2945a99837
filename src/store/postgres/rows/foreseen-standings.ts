/** A memory's standing, read with its expert for the question that soon follows. */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../../kernel/ids.ts";

/** Columns of `experts e`, named as in `StandingRecord`, which every question reads. */
export const mainStandingColumns = sql`
  e.revision AS standing_revision,
  (SELECT count(*) FROM source_versions v
    WHERE v.expert_id = e.id AND v.status IN ('queued', 'processing')) AS standing_pending`;

/** An array of texts, because JSON would take twice as long. */
export const senseColumn = sql`
  ARRAY(SELECT s.done || ' ' || s.total || ' ' || m.name
    FROM sense_models m JOIN sense_standings s ON s.model_no = m.no AND s.expert_id = e.id) AS standing_senses`;

export const standingColumns = sql`${mainStandingColumns}, ${senseColumn}`;

export interface StandingRecord {
  readonly standing_revision: string;
  readonly standing_pending: string;
  /** For each model: passages encoded, passages in all, and its name, separated by spaces. */
  readonly standing_senses: readonly string[];
}

export type ForeseenStandings = ReturnType<typeof foreseenStandings>;

/** Milliseconds for which it counts as current. */
export const believed = 1000;

export function foreseenStandings(now: () => number = () => performance.now()) {
  const read = new WeakMap<object, { readonly record: StandingRecord; readonly at: number }>();
  return {
    note: (expert: object, record: StandingRecord) => void read.set(expert, { record, at: now() }),
    /** Null: not read, already taken, or too old. */
    take: (expert: { readonly id: ExpertId }) => {
      const found = read.get(expert);
      read.delete(expert);
      return found !== undefined && now() - found.at < believed ? found.record : null;
    },
  };
}
