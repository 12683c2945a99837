import type { SQL } from "bun";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";

export interface RenewableConnections {
  current(): BunSQLDatabase;
  /** Call when a statement got no answer: after an unannounced failover, no connection would get one. */
  renew(silent: BunSQLDatabase): void;
  close(): Promise<void>;
}

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
