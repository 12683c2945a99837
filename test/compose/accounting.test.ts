import { expect, test } from "bun:test";
import type { UsageEntry } from "../../src/accounting/usage-entry.ts";
import { composeAccounting, composeGates } from "../../src/compose/accounting.ts";
import type { Foundation } from "../../src/compose/foundation.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { clockAt } from "../support/service.ts";

const signal = new AbortController().signal;

test("an entry is recorded with the number of questions that this thread works on", async () => {
  const recorded: (number | undefined)[] = [];
  const foundation = {
    stores: { usage: { record: (_: UsageEntry, underWay?: number) => void recorded.push(underWay) } },
    clock: clockAt(0),
    live: () => ({ maxConcurrent: 2 }),
    log: silentLog,
    meters: { usage: (service: unknown) => service },
  } as unknown as Foundation;
  const gates = composeGates(foundation);
  let elsewhere = 0;
  const { usage } = composeAccounting(foundation, gates, {
    stats: () => ({ running: 0, questions: 0, load: elsewhere }),
  });
  const permits = [await gates.questions.acquire(signal), await gates.questions.acquire(signal)];
  const last = gates.questions.acquire(signal);
  await usage.record({} as UsageEntry);
  elsewhere = 2;
  await usage.record({} as UsageEntry);
  expect(recorded).toEqual([3, 1]);
  for (const permit of permits) permit.release();
  (await last).release();
});
