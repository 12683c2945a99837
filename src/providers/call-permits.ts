/** The runtime sends 256 requests at once and lets others wait without a deadline. Permits refuse before that. */
import { Fault } from "../kernel/fault.ts";

export interface CallPermits {
  /** One call, with its reply. @returns its release, which may be called twice @throws Fault `overloaded` */
  acquire(): () => void;
}

/** 256, less some for fetched documents. */
const mostCalls = 224;

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
