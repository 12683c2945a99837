/** The runtime queues the 257th request without a deadline; permits refuse it instead. */
import { Fault } from "../kernel/fault.ts";

export type CallPermits = ReturnType<typeof createCallPermits>;

/** Some of the 256 are left for fetched documents. */
const mostCalls = 224;

export function createCallPermits(most = mostCalls) {
  let taken = 0;
  return {
    /** @returns a release, which may be called twice @throws Fault `overloaded` */
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
