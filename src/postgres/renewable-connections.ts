/** Connections to one database, which others replace when it does not answer. */
import type { SQL } from "bun";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";

export interface RenewableConnections {
  current(): BunSQLDatabase;
  /**
   * A statement on these connections got no answer in time. After a failover that nobody announced, none of them ever would: they wait for a
   * machine that is gone, and no other statement gets a connection. Does nothing if they are replaced already.
   */
  renew(silent: BunSQLDatabase): void;
  close(): Promise<void>;
}

/** Seconds for which replaced connections may go on with what they do. */
const grace = 10;

export function renewableConnections(newClient: () => SQL): RenewableConnections {
  let client = newClient();
  let orm = drizzle({ client });
  return {
    current: () => orm,
    renew: (silent) => {
      if (silent !== orm) return;
      void client.close({ timeout: grace }).catch(() => undefined);
      client = newClient();
      orm = drizzle({ client });
    },
    close: () => client.close({ timeout: 0 }),
  };
}
