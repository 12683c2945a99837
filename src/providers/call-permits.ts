/**
 * Permits for calls to model servers. The runtime sends 256 requests at once and lets the others wait without a word and
 * without a deadline. Docent stops before that, and says so.
 */
import { Fault } from "../kernel/fault.ts";

export interface CallPermits {
  /**
   * Takes a permit for one call, its reply included.
   * @returns the function that releases it; a second call does nothing.
   * @throws Fault `overloaded` when all are taken
   */
  acquire(): () => void;
}

/** The runtime's 256, less some for documents that are fetched from addresses. */
export const mostCalls = 224;

export function createCallPermits(most = mostCalls): CallPermits {
  let taken = 0;
  return {
    acquire: () => {
      if (taken >= most) throw allTaken(most);
      taken += 1;
      let given = true;
      return () => {
        if (given) taken -= 1;
        given = false;
      };
    },
  };
}

function allTaken(most: number): Fault {
  return new Fault(
    "overloaded",
    `The service is busy: ${most} calls to model servers are under way, the most at once.`,
    {
      hint: "Send the request again in a few seconds.",
      headers: { "retry-after": "2" },
    },
  );
}
