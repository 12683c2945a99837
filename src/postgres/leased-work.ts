import type { ExclusiveWork } from "../kernel/stores/exclusive-work.ts";
import type { Leases } from "./leases.ts";

interface ExclusiveWorkParts {
  readonly leases: Leases;
  /** Milliseconds for which work is another node's if its node does not renew it: so long a killed node delays others. */
  readonly lease?: number;
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** Milliseconds between two attempts. */
const again = 200;

/** Waits as long as other nodes renew their leases. @throws Fault `not_ready` if the database cannot be reached */
export function exclusiveIn({ leases, lease = 30_000, pause = Bun.sleep }: ExclusiveWorkParts): ExclusiveWork {
  return {
    run: async (name, work) => {
      while (!(await leases.take(name, lease))) await pause(again);
      // A renewal that fails is made up for by the next.
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
