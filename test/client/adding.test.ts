/** Many documents against a server that has troubles: what is sent again, what is given up, what is told. */
import { afterEach, expect, test } from "bun:test";
import { type Added, type Addition, addAll } from "../../src/client/adding.ts";
import { openConnection } from "../../src/client/connection.ts";
import { docentClient } from "../../src/client/docent-client.ts";
import { patientRetries } from "../../src/client/retry-plan.ts";
import {
  type Handler,
  refusing,
  type ScriptedServer,
  scriptedServer,
  streaming,
} from "../support/fakes/scripted-server.ts";

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.die();
  server = null;
});

function source(status: string, facts: Readonly<Record<string, unknown>> = {}): Handler {
  const common = { object: "source", id: "src_1", error: null, passage_count: 3, deduplicated: false };
  return () => Response.json({ ...common, status, ...facts });
}

const following = streaming(
  ...["queued", "processing", "ready"].map((status) => {
    const facts = { error: null, passage_count: 3, deduplicated: false };
    return ["source", { object: "source", id: "src_1", status, ...facts }] as const;
  }),
  ["done", { object: "sources.settled" }],
);

const failed = source("failed", { error: { code: "corrupt_file", message: "It is damaged.", retryable: false } });

function documents(...names: string[]): Addition[] {
  return names.map((name) => ({
    name,
    upload: { content: new Blob([name]), filename: name, title: null, externalId: null, idempotencyKey: name },
    obstacle: null,
  }));
}

async function addTo(handlers: Handler[], additions: readonly Addition[], isWaiting = true) {
  server = scriptedServer(...handlers);
  const waits: number[] = [];
  const told: Added[] = [];
  const client = docentClient(
    openConnection({
      place: { address: server.address, socket: null, trusted: null },
      key: "k".repeat(16),
      pause: async () => {},
      onWait: (_, milliseconds) => waits.push(milliseconds),
      retries: patientRetries,
    }),
  );
  const result = await addAll(client, additions, { expert: "x", isWaiting, onAdded: (added) => told.push(added) });
  expect(told).toEqual([...result.added]);
  return { ...result, waits, seen: server.seen };
}

const ready = { state: "ready", deduplicated: false, passages: 3, reason: null } as const;

test("told to wait, it waits; stored, it follows the source until it is settled", async () => {
  const busy = refusing(429, "queue_full", { "retry-after": "10" });
  const script = [busy, source("queued"), following];
  const { added, stoppedBy, waits, seen } = await addTo(script, documents("a b.md"));
  expect([added, stoppedBy, waits]).toEqual([[{ name: "a b.md", ...ready }], null, [10_000]]);
  const sent = "POST /v1/experts/x/sources?wait=30&filename=a+b.md";
  expect(seen).toEqual([sent, sent, "GET /v1/experts/x/sources/src_1/events"]);
});

test("not waiting, it is content with what is stored", async () => {
  const { added, seen } = await addTo([source("queued")], documents("a"), false);
  expect(added).toEqual([{ name: "a", ...ready, state: "accepted" }]);
  expect(seen).toEqual(["POST /v1/experts/x/sources?wait=0&filename=a"]);
});

test.each([
  ["a source that failed", failed, "It is damaged."],
  ["one that was canceled", source("canceled"), "It was canceled."],
  ["one that was refused", refusing(413, "payload_too_large"), "Refused: payload_too_large."],
  ["one that was deleted meanwhile", refusing(404, "source_not_found"), "Refused: source_not_found."],
  ["an address offline", refusing(403, "url_sources_disabled"), "Refused: url_sources_disabled."],
])("%s is reported, and the next one is added", async (_, trouble, reason) => {
  const { added, stoppedBy } = await addTo([trouble, source("ready")], documents(..."abcdefgh"));
  expect([added.length, stoppedBy]).toEqual([8, null]);
  expect(added.filter(({ state }) => state === "failed")).toEqual([
    { name: expect.any(String), state: "failed", deduplicated: false, passages: 0, reason },
  ]);
});

test.each([
  ["a key that was revoked", refusing(401, "invalid_api_key")],
  ["an expert that was deleted", refusing(404, "expert_not_found")],
  ["a quota that is used up", refusing(429, "quota_exceeded", { "x-should-retry": "false" })],
  ["a full disk", refusing(507, "storage_full")],
])("%s stops it: the rest is not tried", async (_, trouble) => {
  const { added, stoppedBy, seen } = await addTo([source("ready"), trouble], documents(..."abcdefghijklmnop"));
  expect(stoppedBy?.message).toStartWith("Refused: ");
  expect([added.length, seen.length <= 6]).toEqual([1, true]);
});

test("a server that dies stops it, after some time to come back", async () => {
  const dies: Handler = async () => {
    await server?.die();
    return new Response(null);
  };
  const { added, stoppedBy, waits } = await addTo([source("ready"), dies], documents(..."abcdefgh"));
  expect(stoppedBy?.message).toContain("does not answer");
  expect(added.length).toBeLessThan(5);
  expect(waits.filter((wait) => wait === 30_000).length).toBeGreaterThan(0);
});

test("an addition with a known obstacle is not sent", async () => {
  const [document] = documents("big");
  const { added, seen } = await addTo([source("ready")], [{ ...document!, obstacle: "It is too large." }]);
  expect(added).toEqual([
    { name: "big", state: "failed", deduplicated: false, passages: 0, reason: "It is too large." },
  ]);
  expect(seen).toEqual([]);
});

test("a file that disappeared is reported, and the next one is added", async () => {
  const [gone, there] = documents("gone", "there");
  const vanished = { ...gone!, upload: { ...gone!.upload, content: Bun.file("/nowhere/gone.md") } };
  const { added, stoppedBy } = await addTo([source("ready")], [vanished, there!]);
  expect(stoppedBy).toBeNull();
  expect(added.find(({ name }) => name === "gone")).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("ENOENT"),
  });
  expect(added.find(({ name }) => name === "there")).toEqual({ name: "there", ...ready });
});
