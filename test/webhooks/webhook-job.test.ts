/** The job of webhooks over a store that fails. */
import { expect, test } from "bun:test";
import type { WorkspaceId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createRunner } from "../../src/runner/runner.ts";
import { webhookJob } from "../../src/webhooks/webhook-job.ts";
import { clockAt } from "../support/service.ts";

const unexpected = () => {
  throw new Error("nothing is due, so nothing is sent");
};

function worldOf(due: () => Promise<never>) {
  const failures: string[] = [];
  const log = { ...silentLog, error: (event: string, error: unknown) => void failures.push(`${event}: ${error}`) };
  const rested = Promise.withResolvers<void>();
  const runner = createRunner({ log, pause: () => rested.promise });
  const waiting = () => ["ws_home" as WorkspaceId];
  const store = { waiting, due, arrived: unexpected, missed: unexpected, disable: unexpected };
  runner.add(webhookJob({ store, sender: { send: unexpected }, clock: clockAt(0), log }));
  runner.start();
  return { runner, failures, rested: rested.resolve };
}

const settled = () => new Promise<void>((go) => setImmediate(go));

test("it stops although the database fails", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { runner } = worldOf(() => promise);
  await settled();
  const stopped = runner.stop();
  reject(new Error("the database is away"));
  expect(await stopped).toBeUndefined();
});

test("a failure of the database is logged, and it rests before it asks again", async () => {
  let asked = 0;
  const { runner, failures, rested } = worldOf(() => {
    asked += 1;
    return Promise.reject(new Error("the database is away"));
  });
  await settled();
  expect([asked, failures]).toEqual([1, ["webhook.due_not_read: Error: the database is away"]]);
  expect(runner.report()).toMatchObject([{ kind: "webhooks", phase: "failing", failures: 1 }]);
  const stopped = runner.stop();
  rested();
  await stopped;
});
