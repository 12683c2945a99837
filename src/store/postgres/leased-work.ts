import type { ExclusiveWork } from "../../kernel/mutex.ts";
import type { PostgresDatabase } from "./database.ts";
import { leasesOf } from "./leases.ts";
import { inTurn } from "./plain-statements.ts";

export type NodeLeases = ReturnType<typeof leasesIn>;

/** @param node unique to the process */
export function leasesIn({ transact }: PostgresDatabase, node: string) {
  const leases = leasesOf(node);
  return {
    take: (name: string, milliseconds: number) => transact((orm) => inTurn(orm, leases.take(name, milliseconds))),
    leave: (name: string) => transact((orm) => inTurn(orm, leases.leave(name))),
  };
}

/** Milliseconds without renewal, for which a killed node delays others. */
const lease = 30_000;
const again = 200;

/** Waits while other nodes renew their leases. @throws Fault `not_ready` if the database is unreachable */
export function exclusiveIn(
  leases: NodeLeases,
  pause: (milliseconds: number) => Promise<void> = Bun.sleep,
): ExclusiveWork {
  return {
    run: async (name, work) => {
      while (!(await leases.take(name, lease))) await pause(again);
      const renew = () => void leases.take(name, lease).catch(() => undefined);
      const renewing = setInterval(renew, lease / 3);
      try {
        return await work();
      } finally {
        clearInterval(renewing);
        await leases.leave(name);
      }
    },
  };
}
