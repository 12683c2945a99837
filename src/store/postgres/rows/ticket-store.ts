import { sql } from "drizzle-orm";
import type { TicketStore } from "../../../kernel/stores/tickets.ts";
import type { PostgresDatabase } from "../database.ts";
import { rowsOf } from "../plain-statements.ts";

interface TicketRecord {
  readonly content: string;
}

export function ticketsInPostgres({ read, transact }: PostgresDatabase): TicketStore {
  return {
    keep: ({ hash, content, expiresAt }, now) =>
      transact(async (orm) => {
        await orm.execute(sql`DELETE FROM tickets WHERE expires_at <= ${now}`);
        await orm.execute(
          sql`INSERT INTO tickets (hash, content, expires_at) VALUES (${hash}, ${content}, ${expiresAt})`,
        );
      }),
    find: async (hash, now) => {
      const [found] = await read((orm) =>
        rowsOf<TicketRecord>(orm, sql`SELECT content FROM tickets WHERE hash = ${hash} AND expires_at > ${now}`),
      );
      return found?.content ?? null;
    },
    take: (hash, now) =>
      transact(async (orm) => {
        const taken = sql`DELETE FROM tickets WHERE hash = ${hash} AND expires_at > ${now} RETURNING content`;
        return (await rowsOf<TicketRecord>(orm, taken))[0]?.content ?? null;
      }),
  };
}
