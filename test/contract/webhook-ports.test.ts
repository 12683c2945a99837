/** What webhooks are promised by their store and their sender. */
import { afterEach, describe, expect, test } from "bun:test";
import type { WebhookId, WorkspaceId } from "../../src/kernel/ids.ts";
import { addressGuard } from "../../src/providers/address-guard.ts";
import { webhookSender } from "../../src/providers/webhook-sender.ts";
import { workspaceStore } from "../../src/store/account-stores.ts";
import { tables } from "../../src/store/postgres/schema.ts";
import { storeInPostgres } from "../../src/store/postgres/store-dialect.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { storeInSqlite } from "../../src/store/sqlite/store-dialect.ts";
import { webhookStore } from "../../src/store/webhook-store.ts";
import type { WebhookSender, WebhookStore } from "../../src/webhooks/ports.ts";
import type { WebhookEvent } from "../../src/webhooks/webhook.ts";
import { answeringLate } from "../support/fakes/late-stores.ts";
import { openTestPostgres, overPostgres } from "../support/worlds/postgres-world.ts";

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

const [home, other] = ["ws_home", "ws_other"] as [WorkspaceId, WorkspaceId];

function overDatabase(): WebhookStore {
  const database = openDatabase(":memory:");
  toClose.push(() => database.close());
  for (const id of [home, other]) void workspaceStore(storeInSqlite(database)).add({ id, name: id, createdAt: 0 });
  return webhookStore(storeInSqlite(database));
}

const secret = new TextEncoder().encode("secret");
const webhook = (id: string, workspaceId = home, events: WebhookEvent[] = ["quota.near"]) => ({
  id: id as WebhookId,
  workspaceId,
  url: `https://example.org/${id}`,
  events,
  createdAt: 5,
  secret,
});
const notice = (month: string) => ({ quota: "sources", used: 4, limit: 5, month, at: 0 });

async function openInPostgres(): Promise<WebhookStore> {
  const database = await openTestPostgres();
  toClose.push(database.close);
  const rows = [home, other].map((id) => ({ id, name: id, createdAt: 0 }));
  await database.transact(async (orm) => orm.insert(tables.workspaces).values(rows));
  return webhookStore(storeInPostgres(database, "node"));
}

type Open = () => WebhookStore | Promise<WebhookStore>;
const stores: readonly (readonly [string, Open])[] = [
  ["the database", overDatabase],
  ["the database, answering late", () => answeringLate(overDatabase())],
  ...overPostgres(openInPostgres),
];

describe.each(stores)("WebhookStore: %s", (_name, open) => {
  test("webhooks are listed by workspace, without their secrets", async () => {
    const store = await open();
    await store.add(webhook("whk_1"), 9);
    await store.add(webhook("whk_2", other), 9);
    const { secret: _, ...shown } = webhook("whk_1");
    expect(await store.list(home)).toEqual([{ ...shown, disabledAt: null, lastError: null, pending: 0 }]);
    expect(await store.target(home, webhook("whk_1").id)).toEqual({ url: "https://example.org/whk_1", secret });
    expect(await store.target(other, webhook("whk_1").id)).toBeNull();
  });

  test("a webhook is changed in its workspace; a new address is enabled and has no error", async () => {
    const store = await open();
    const { id, secret: _, ...shown } = webhook("whk_1");
    await store.add(webhook("whk_1"), 9);
    expect([await store.edit(other, id, { events: [] }), await store.edit(home, id, {})]).toEqual([false, true]);
    const events = ["quota.near"] as const;
    expect(await store.edit(home, id, { events })).toBe(true);
    const state = { disabledAt: null, lastError: null, pending: 0 };
    expect(await store.list(home)).toEqual([{ id, ...shown, ...state, events }]);
    await store.edit(home, id, { url: "https://example.org/new" });
    expect(await store.target(home, id)).toEqual({ url: "https://example.org/new", secret });
  });

  test("a workspace has no more than allowed, also of those that come at once", async () => {
    const store = await open();
    const ids = ["whk_1", "whk_2", "whk_3", "whk_4"];
    const added = await Promise.all(ids.map((id) => store.add(webhook(id), 3)));
    expect(added.filter(Boolean)).toHaveLength(3);
    expect(await store.list(home)).toHaveLength(3);
    expect(await store.add(webhook("whk_5", other), 1)).toBe(true);
  });

  test("a quota is told once a month, to those who listen", async () => {
    const store = await open();
    await store.add(webhook("whk_1"), 9);
    await store.add(webhook("whk_2", home, ["source.ready"]), 9);
    await store.add(webhook("whk_3", other), 9);
    await store.tellQuota(home, notice("2026-11"));
    await store.tellQuota(home, notice("2026-11"));
    expect((await store.list(home)).map(({ pending }) => pending)).toEqual([1, 0]);
    await store.tellQuota(home, notice("2026-12"));
    expect((await store.list(home)).map(({ pending }) => pending)).toEqual([2, 0]);
    expect((await store.list(other)).map(({ pending }) => pending)).toEqual([0]);
  });

  test("of a subject only the first message is due, and the next when that one is gone", async () => {
    const store = await open();
    await store.add(webhook("whk_1"), 9);
    for (const month of ["2026-10", "2026-11", "2026-12"]) await store.tellQuota(home, notice(month));
    const [first, ...rest] = await store.due(0, home, 10);
    expect([first?.attempts, rest.length]).toEqual([0, 0]);
    await store.missed(first!, "It answered 500.", 1000);
    expect(await store.due(999, home, 10)).toEqual([]);
    expect((await store.list(home))[0]?.lastError).toBe("It answered 500.");
    const [again] = await store.due(1000, home, 10);
    expect([again?.id, again?.attempts]).toEqual([first!.id, 1]);
    await store.arrived(again!);
    expect((await store.list(home))[0]).toMatchObject({ lastError: null, pending: 2 });
    const [second] = await store.due(1000, home, 10);
    await store.missed(second!, "It is given up.", null);
    expect((await store.list(home))[0]?.pending).toBe(1);
  });

  test("messages are due by workspace, and those that have some are named", async () => {
    const store = await open();
    await store.add(webhook("whk_1"), 9);
    await store.add(webhook("whk_2", other), 9);
    expect(await store.waiting(0)).toEqual([]);
    await store.tellQuota(home, notice("2026-10"));
    await store.tellQuota(other, notice("2026-10"));
    expect([...(await store.waiting(0))].toSorted()).toEqual([home, other]);
    const [message] = await store.due(0, other, 10);
    expect(message?.url).toBe("https://example.org/whk_2");
    await store.missed(message!, "It answered 500.", 1000);
    expect(await store.waiting(999)).toEqual([home]);
    expect([...(await store.waiting(1000))].toSorted()).toEqual([home, other]);
  });

  test("a disabled webhook gets no more, and a deleted one leaves nothing", async () => {
    const store = await open();
    await store.add(webhook("whk_1"), 9);
    await store.tellQuota(home, notice("2026-10"));
    const [message] = await store.due(0, home, 10);
    await store.disable(message!, 7);
    await store.tellQuota(home, notice("2026-11"));
    expect((await store.list(home))[0]).toMatchObject({ disabledAt: 7, pending: 0 });
    const { id } = webhook("whk_1");
    expect(await store.remove(other, id)).toBe(false);
    expect(await store.remove(home, id)).toBe(true);
    expect(await store.remove(home, id)).toBe(false);
    expect(await store.due(0, home, 10)).toEqual([]);
  });
});

const overHttp = (deadline?: number): WebhookSender =>
  webhookSender(addressGuard(["127.0.0.1"]), "docent/test", deadline);
const senders = [["HTTP", overHttp]] as const;

describe.each(senders)("WebhookSender: %s", (_name, open) => {
  const never = new AbortController().signal;
  const message = { id: "msg_1", payload: "{}" };
  const receiver = (answer: () => Response | Promise<Response>) => {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer });
    toClose.push(() => server.stop(true));
    return `http://127.0.0.1:${server.port}/`;
  };
  const sent = (answer: () => Response | Promise<Response>) => open().send(receiver(answer), message, {}, never);

  test("what was answered", async () => {
    expect(await sent(() => new Response("", { status: 204 }))).toEqual({ outcome: "arrived", status: 204 });
    expect(await sent(() => new Response("", { status: 410 }))).toEqual({ outcome: "gone", status: 410 });
    const moved = () => new Response("", { status: 302, headers: { location: "http://127.0.0.1:1/" } });
    expect(await sent(moved)).toEqual({ outcome: "missed", status: 302, error: "The receiver answered 302." });
  });

  test("a receiver that stalls is left after the deadline", async () => {
    const url = receiver(() => new Promise<Response>(() => undefined));
    const stalled = await open(50).send(url, message, {}, never);
    expect(stalled).toMatchObject({ outcome: "missed", status: null });
    expect(stalled).toHaveProperty("error", "The receiver did not answer within 0.05 seconds.");
  });

  test("nobody there, and a private address", async () => {
    expect(await open().send("http://127.0.0.1:1/", message, {}, never)).toMatchObject({ outcome: "missed" });
    const refused = await open().send("http://10.0.0.1/", message, {}, never);
    expect(refused).toMatchObject({ outcome: "missed", status: null });
  });

  test("a caller that stops is told its own reason", async () => {
    const stopped = AbortSignal.abort(new Error("stopping"));
    await expect(open().send("http://127.0.0.1:1/", message, {}, stopped)).rejects.toThrow("stopping");
  });
});
