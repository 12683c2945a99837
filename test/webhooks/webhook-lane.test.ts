/** The lane of webhooks over a store that fails. */
import { expect, test } from "bun:test";
import type { WorkspaceId } from "../../src/kernel/ids.ts";
import { silentLog } from "../../src/kernel/log.ts";
import { createWebhookLane } from "../../src/webhooks/webhook-lane.ts";
import { clockAt } from "../support/service.ts";

const unexpected = () => {
  throw new Error("nothing is due, so nothing is sent");
};

test("it stops although the database fails, and whoever looked is told", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = () => ["ws_home" as WorkspaceId];
  const store = { waiting, due: () => promise, arrived: unexpected, missed: unexpected, disable: unexpected };
  const lane = createWebhookLane({ store, sender: { send: unexpected }, clock: clockAt(0), log: silentLog });
  const looked = lane.look();
  await Promise.resolve();
  const stopped = lane.stop();
  reject(new Error("the database is away"));
  await expect(looked).rejects.toThrow("the database is away");
  expect(await stopped).toBeUndefined();
});
