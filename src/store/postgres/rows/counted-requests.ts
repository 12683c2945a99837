import { sql } from "drizzle-orm";
import type { RequestCounts, RequestOfMonth } from "../../../accounting/limit-ports.ts";
import { dayOf } from "../../../accounting/usage-entry.ts";
import { monthOf } from "../../../accounting/usage-service.ts";
import type { PostgresDatabase, PostgresOrm } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";

/** Milliseconds between comparisons with usage, in workspaces without a limit. */
const compared = 60_000;
const longestRequest = 3_600_000;

/** One row for each workspace with a limit. Requests that a killed node had begun stay counted for an hour. */
export function requestsInPostgres({ write, transact }: PostgresDatabase, now: () => number): RequestCounts {
  const comparedAt = new Map<string, number>();
  return {
    begin: async (request) => {
      if (request.limit === null) return 0;
      const name = `${request.workspace} ${request.month}`;
      if (now() - (comparedAt.get(name) ?? Number.NEGATIVE_INFINITY) < compared) {
        return write((orm) => raise(orm, request, now()));
      }
      const taken = await transact(async (orm) => {
        await compareWithUsage(orm, request, now());
        return raise(orm, request, now());
      });
      if (comparedAt.size > mostNames) comparedAt.clear();
      comparedAt.set(name, now());
      return taken;
    },
    giveBack: (workspace, month) =>
      transact(async (orm) => {
        await orm.execute(sql`
          UPDATE request_counts SET taken = greatest(taken - 1, 0) WHERE workspace_id = ${workspace} AND month = ${month}`);
      }),
    recount: (month) =>
      write(async (orm) => {
        const { start, end } = monthOf(month);
        await orm.execute(sql`
          UPDATE request_counts c SET taken = (
            SELECT coalesce(sum(u.query + u.chat + u.ingest), 0) FROM usage_counters u
            WHERE u.workspace_id = c.workspace_id AND u.day >= ${dayOf(start)} AND u.day < ${dayOf(end)})
          WHERE month = ${month} AND touched_at < ${now() - longestRequest}`);
      }),
  };
}

const mostNames = 10_000;

async function raise(
  orm: PostgresOrm,
  { workspace, month, limit }: RequestOfMonth,
  at: number,
): Promise<number | null> {
  const raised = await rowsOf<{ taken: string }>(
    orm,
    sql`
      UPDATE request_counts SET taken = taken + 1, touched_at = ${at}
      WHERE workspace_id = ${workspace} AND month = ${month} AND taken < ${limit} RETURNING taken`,
  );
  return raised[0] === undefined ? null : Number(raised[0].taken);
}

async function compareWithUsage(orm: PostgresOrm, { workspace, month }: RequestOfMonth, at: number): Promise<void> {
  const { start, end } = monthOf(month);
  await orm.execute(sql`
    INSERT INTO request_counts AS counts (workspace_id, month, taken, touched_at)
    SELECT ${workspace}::text, ${month}::text, coalesce(sum(query + chat + ingest), 0), ${at}::bigint
    FROM usage_counters
    WHERE workspace_id = ${workspace} AND day >= ${dayOf(start)} AND day < ${dayOf(end)}
    ON CONFLICT (workspace_id, month) DO UPDATE SET taken = greatest(counts.taken, excluded.taken)`);
}
