/** Webhooks against a receiver that fails, stalls and dies, and against a service that is stopped and started. */
import { afterEach, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { NewWebhookObject, WebhookList } from "../../../src/api/webhook-schemas.ts";
import { clockAt, startOfTime, startService, type TestService } from "../../support/service.ts";

interface Received {
  readonly type: string;
  readonly source: string | undefined;
  readonly version: number | undefined;
  readonly id: string;
  readonly isSigned: boolean;
}

const toEnd: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end();
});

/** Listens on the loopback and remembers what arrived with a valid signature and was answered with 200. */
function openReceiver(port = 0) {
  const received: Received[] = [];
  const state = { status: 200, secret: "", tries: 0 };
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      state.tries += 1;
      const body = await request.text();
      if (state.status !== 200) return new Response("", { status: state.status });
      const { type, data } = JSON.parse(body);
      const id = request.headers.get("webhook-id") ?? "";
      const signed = `${id}.${request.headers.get("webhook-timestamp")}.${body}`;
      // Written from the specification, apart from the code that signs.
      const key = Buffer.from(state.secret.replace(/^whsec_/, ""), "base64");
      const mac = new Bun.CryptoHasher("sha256", key).update(signed).digest("base64");
      const isSigned = request.headers.get("webhook-signature") === `v1,${mac}`;
      received.push({ type, source: data.source_id, version: data.version, id, isSigned });
      return new Response("");
    },
  });
  toEnd.push(() => server.stop(true));
  const port_ = server.port ?? 0;
  return { received, state, url: `http://127.0.0.1:${port_}/hook`, port: port_, die: () => server.stop(true) };
}

const settings = { DOCENT_ALLOW_PRIVATE_URLS: "127.0.0.1" };

async function openWorld(more: Record<string, string> = {}) {
  const clock = clockAt(startOfTime);
  const service = await startService({ clock, settings: { ...settings, ...more } });
  let isOpen = true;
  toEnd.push(async () => {
    if (isOpen) await service.close();
  });
  const stop = async () => {
    isOpen = false;
    await service.stop();
  };
  await service.request("POST", "/v1/experts", { body: { name: "Pumps" } });
  return { service, clock, stop };
}

async function listen(service: TestService, receiver: ReturnType<typeof openReceiver>, events?: readonly string[]) {
  const made = await service.request("POST", "/v1/webhooks", {
    body: { url: receiver.url, ...(events && { events }) },
  });
  const webhook = made.as(NewWebhookObject);
  receiver.state.secret = webhook.secret;
  return webhook;
}

const add = (service: TestService, body: object) =>
  service.request("POST", "/v1/experts/pumps/sources?wait=60", { body });
const pendingOf = async (service: TestService) =>
  (await service.request("GET", "/v1/webhooks")).as(WebhookList).data[0]!.pending;

/** Sends until nothing is due; a timer of the service may be sending too. */
async function sendAll(service: TestService) {
  await service.docent.runner.look("webhooks");
  await service.docent.runner.look("webhooks");
}

describe("messages", () => {
  test("each event arrives once, signed, in the order of its source", async () => {
    const { service } = await openWorld();
    const receiver = openReceiver();
    await listen(service, receiver);
    for (const text of ["One pump.", "Two pumps.", "Three pumps."]) await add(service, { text, external_id: "a" });
    const bytes = new TextEncoder().encode("%PDF-1.7 broken");
    await service.request("POST", "/v1/experts/pumps/sources?wait=60", {
      body: bytes,
      headers: { "content-type": "application/pdf" },
    });
    await service.request("DELETE", "/v1/experts/pumps");
    await sendAll(service);
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    const ready = receiver.received.filter(({ type }) => type === "source.ready");
    expect(ready.map(({ version }) => version)).toEqual([1, 2, 3]);
    const types = receiver.received.map(({ type }) => type).toSorted();
    expect(types).toEqual(["expert.deleted", "source.failed", "source.ready", "source.ready", "source.ready"]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
    expect(await pendingOf(service)).toBe(0);
  });

  test("only those that are asked for are sent, and none of another workspace", async () => {
    const { service } = await openWorld();
    const receiver = openReceiver();
    await listen(service, receiver, ["expert.deleted"]);
    const elsewhere = (await service.docent.workspaces.create("elsewhere")).id;
    const key = await service.key({ workspace: elsewhere });
    await service.request("POST", "/v1/experts", { key, body: { name: "Foreign" } });
    await service.request("DELETE", "/v1/experts/foreign", { key });
    await add(service, { text: "One pump." });
    await sendAll(service);
    expect(receiver.received).toEqual([]);
  });

  test("a workspace whose receivers do not answer delays no other's", async () => {
    const { service } = await openWorld();
    const { promise: never, resolve: answer } = Promise.withResolvers<void>();
    let held = 0;
    const silent = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => {
        held += 1;
        return never.then(() => new Response(""));
      },
    });
    toEnd.push(() => silent.stop(true));
    toEnd.push(() => answer());
    await service.request("POST", "/v1/webhooks", { body: { url: `http://127.0.0.1:${silent.port}/` } });
    for (const slug of Array.from({ length: 20 }, (_, i) => `held-${i}`)) {
      await service.request("POST", "/v1/experts", { body: { name: slug, slug } });
      await service.request("DELETE", `/v1/experts/${slug}`);
    }
    const elsewhere = (await service.docent.workspaces.create("elsewhere")).id;
    const key = await service.key({ workspace: elsewhere });
    const receiver = openReceiver();
    const made = await service.request("POST", "/v1/webhooks", { key, body: { url: receiver.url } });
    receiver.state.secret = made.as(NewWebhookObject).secret;
    const ended = service.docent.runner.look("webhooks");
    // Usually 16; fewer where a regular look came while the experts were deleted.
    while (held === 0) await Bun.sleep(1);
    await service.request("POST", "/v1/experts", { key, body: { name: "Foreign" } });
    await service.request("DELETE", "/v1/experts/foreign", { key });
    void service.docent.runner.look("webhooks");
    while (receiver.received.length === 0) await Bun.sleep(1);
    expect(receiver.received.map(({ type }) => type)).toEqual(["expert.deleted"]);
    answer();
    await ended;
    expect(await pendingOf(service)).toBe(0);
  });

  test("a receiver that fails gets them later, in order, and under the same ids", async () => {
    const { service, clock } = await openWorld();
    const receiver = openReceiver();
    await listen(service, receiver);
    receiver.state.status = 500;
    for (const text of ["One.", "Two.", "Three."]) await add(service, { text, external_id: "a" });
    await add(service, { text: "Other.", external_id: "b" });
    await sendAll(service);
    // The first of each source was tried; the others wait for it.
    expect([receiver.state.tries, receiver.received.length, await pendingOf(service)]).toEqual([2, 0, 4]);
    const [webhook] = (await service.request("GET", "/v1/webhooks")).as(WebhookList).data;
    expect(webhook?.last_error).toBe("The receiver answered 500.");
    receiver.state.status = 200;
    await sendAll(service);
    expect(receiver.received).toEqual([]);
    clock.advance(5000);
    await sendAll(service);
    const ofFirst = receiver.received.filter(({ source }) => source === receiver.received[0]?.source);
    expect(receiver.received).toHaveLength(4);
    expect(ofFirst.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(await pendingOf(service)).toBe(0);
  });

  test("a receiver that died gets them when it is back, and a service that was stopped sends what it owed", async () => {
    const { service, clock, stop } = await openWorld();
    const receiver = openReceiver();
    const { secret } = await listen(service, receiver);
    await receiver.die();
    for (const text of ["One.", "Two."]) await add(service, { text, external_id: "a" });
    await sendAll(service);
    expect(await pendingOf(service)).toBe(2);
    await stop();
    const revived = openReceiver(receiver.port);
    revived.state.secret = secret;
    clock.advance(5000);
    const { dataDir, owner } = service;
    const again = await startService({ clock, settings, resume: { dataDir, owner } });
    toEnd.push(async () => {
      await again.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    await sendAll(again);
    expect(revived.received.map(({ version, isSigned }) => [version, isSigned])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  test("a receiver that answers 410 gets no more", async () => {
    const { service } = await openWorld();
    const receiver = openReceiver();
    await listen(service, receiver);
    receiver.state.status = 410;
    await add(service, { text: "One." });
    await sendAll(service);
    await add(service, { text: "Two." });
    await sendAll(service);
    expect([receiver.state.tries, await pendingOf(service)]).toEqual([1, 0]);
    const [webhook] = (await service.request("GET", "/v1/webhooks")).as(WebhookList).data;
    expect(webhook?.disabled_at).not.toBeNull();
    const revived = openReceiver();
    revived.state.secret = receiver.state.secret;
    const path = `/v1/webhooks/${webhook!.id}`;
    const edited = await service.request("PATCH", path, { body: { url: revived.url, events: ["source.ready"] } });
    expect(edited.json).toMatchObject({
      id: webhook!.id,
      url: revived.url,
      disabled_at: null,
      events: ["source.ready"],
    });
    await add(service, { text: "Three." });
    await sendAll(service);
    expect(revived.received.map(({ type, isSigned }) => [type, isSigned])).toEqual([["source.ready", true]]);
  });

  test("a quota that is nearly used is told once a month", async () => {
    const { service, clock } = await openWorld({ DOCENT_QUOTA_SOURCES: "5" });
    const receiver = openReceiver();
    await listen(service, receiver, ["quota.near"]);
    for (const text of ["One.", "Two.", "Three.", "Four.", "Five."]) await add(service, { text });
    await sendAll(service);
    expect(receiver.received.map(({ type, isSigned }) => [type, isSigned])).toEqual([["quota.near", true]]);
    clock.advance(31 * 86_400_000);
    const { data } = (await service.request("GET", "/v1/experts/pumps/sources")).json as { data: { id: string }[] };
    await service.request("DELETE", `/v1/experts/pumps/sources/${data[0]!.id}`);
    await add(service, { text: "Six." });
    await sendAll(service);
    expect(receiver.received).toHaveLength(2);
  });
});

describe("a test message", () => {
  test("says what the receiver answered", async () => {
    const { service } = await openWorld();
    const receiver = openReceiver();
    const { id } = await listen(service, receiver);
    const send = async () => (await service.request("POST", `/v1/webhooks/${id}/test`)).json;
    expect(await send()).toEqual({ object: "webhook.test", delivered: true, status: 200, error: null });
    expect(receiver.received).toMatchObject([{ type: "webhook.test", isSigned: true }]);
    receiver.state.status = 503;
    expect(await send()).toMatchObject({ delivered: false, status: 503, error: "The receiver answered 503." });
  });

  test("a private address is not reached unless the operator allows it", async () => {
    const service = await startService();
    toEnd.push(() => service.close());
    const receiver = openReceiver();
    const { id } = await listen(service, receiver);
    const reply = (await service.request("POST", `/v1/webhooks/${id}/test`)).json as { error: string };
    expect(reply).toMatchObject({ delivered: false, status: null });
    expect(reply.error).toContain("private network");
    expect(receiver.state.tries).toBe(0);
  });
});

test("an offline service takes no webhooks", async () => {
  const service = await startService({ settings: { DOCENT_OFFLINE: "true" } });
  toEnd.push(() => service.close());
  const reply = await service.request("POST", "/v1/webhooks", { body: { url: "https://example.org/" } });
  expect([reply.status, reply.error.code]).toEqual([403, "webhooks_disabled"]);
});
