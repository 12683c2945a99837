/**
 * What was read of an expert's memory with the expert itself, so that a question to it needs no further statement. It counts
 * for one question that soon follows: the statement was made after that question came, so nothing is missing that was
 * answered `ready` before.
 */
import { sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";

/** Of the table `experts e`, as `StandingRecord` names them. */
export const standingColumns = sql`
  e.revision::float8 AS standing_revision,
  (SELECT count(*) FROM source_versions v
    WHERE v.expert_id = e.id AND v.status IN ('queued', 'processing'))::int AS standing_pending,
  (SELECT json_object_agg(m.name, json_build_array(s.done, s.total))::text
    FROM sense_models m JOIN sense_standings s ON s.model_no = m.no AND s.expert_id = e.id) AS standing_senses`;

export interface StandingRecord {
  readonly standing_revision: number;
  readonly standing_pending: number;
  /** By the names of models, as JSON. Null: no model has encoded passages. */
  readonly standing_senses: string | null;
}

/** By the object of the expert, which only the request has that it was read for. */
export interface ForeseenStandings {
  note(expert: object, record: StandingRecord): void;
  /** Null: it was not read, it was taken before, or it is too old. */
  take(expert: { readonly id: ExpertId }): StandingRecord | null;
}

/** Milliseconds for which what was read ahead counts as current. */
export const believed = 1000;

/** @param now milliseconds of a clock that never goes back */
export function foreseenStandings(now: () => number = () => performance.now()): ForeseenStandings {
  const read = new WeakMap<object, { readonly record: StandingRecord; readonly at: number }>();
  return {
    note: (expert, record) => void read.set(expert, { record, at: now() }),
    take: (expert) => {
      const found = read.get(expert);
      read.delete(expert);
      return found !== undefined && now() - found.at < believed ? found.record : null;
    },
  };
}
