/** The service while its database is away, and after it has come back. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { type ClosableDoor, openDoor } from "../support/processes/closable-door.ts";
import type { Reply } from "../support/reply.ts";
import { routeScenarios } from "../support/requests/route-scenarios.ts";
import { startWorld, type World } from "../support/requests/route-world.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";
import { postgresUrl } from "../support/worlds/postgres-world.ts";

const files = mkdtempSync(join(tmpdir(), "docent-away-"));
const server = new URL(postgresUrl ?? "");
const schema = `away_${Bun.randomUUIDv7().replaceAll("-", "")}`;
server.searchParams.set("schema", schema);
let door: ClosableDoor;
/** Reaches the database through the door. */
let world: World;
/** Reaches it directly. */
let other: TestService;

beforeAll(async () => {
  door = openDoor({ hostname: server.hostname, port: Number(server.port) });
  const through = new URL(server);
  through.port = String(door.port);
  world = await startWorld({ settings: { DOCENT_DATABASE: through.href, DOCENT_FILES: files } });
  const clock = clockAt("2026-11-21T08:00:05.000Z");
  other = await startService({ settings: { DOCENT_DATABASE: server.href, DOCENT_FILES: files }, clock });
});
afterAll(async () => {
  door.open();
  await world.close();
  await other.close();
  door.stop();
  rmSync(files, { recursive: true, force: true });
});

const readiness = () => world.request("GET", "/readyz", { key: null });
async function untilReady(): Promise<void> {
  while ((await readiness()).status !== 200);
}

/** What a node was reading when it lost the database is free after a minute: now. */
async function endLeases(): Promise<void> {
  await using sql = new SQL({ url: postgresUrl ?? "", max: 1 });
  await sql.unsafe(`UPDATE "${schema}".version_leases SET until = 0`);
}

function expectAway(name: string, reply: Reply): void {
  const { type, code } = reply.error;
  const seen = { name, status: reply.status, type, code, after: reply.headers.get("retry-after") };
  expect(seen).toEqual({ name, status: 503, type: "server_error", code: "not_ready", after: "5" });
  expect(reply.error.message).toBe("The database cannot be reached. Send the request again in a moment.");
}

describe("while the database is away", () => {
  test("every route says so and when to come back, and the service answers again by itself", async () => {
    const routes = Object.entries(routeScenarios);
    const paths = new Map<string, string>();
    for (const [name, scenario] of routes) paths.set(name, await scenario.path(world));
    door.close();
    const replies = routes.map(async ([name, scenario]) => {
      const method = name.split(" ")[0] ?? "";
      const { headers } = scenario;
      const body = scenario.body?.(world);
      const asked = { ...(headers !== undefined && { headers }), ...(body !== undefined && { body }) };
      return { name, reply: await world.request(method, paths.get(name) ?? "", asked) };
    });
    for (const { name, reply } of await Promise.all(replies)) expectAway(name, reply);
    const away = await readiness();
    expect([away.status, away.error.code]).toEqual([503, "not_ready"]);
    expect(away.error.message).toMatch(
      /^database: (?:The database cannot be reached\.|It did not answer within 2 sec)/,
    );
    expect((await world.request("GET", "/healthz", { key: null })).status).toBe(200);
    door.open();
    await untilReady();
    const asked = { body: { question: "How often is the filter replaced?" } };
    expect((await world.request("POST", `/v1/experts/${world.expert}/query`, asked)).status).toBe(200);
  });

  test("nothing that was acknowledged is lost, and what was refused can be sent again", async () => {
    const add = (no: number) =>
      world.request("POST", `/v1/experts/${world.expert}/sources`, {
        headers: { "idempotency-key": `note-${no}` },
        body: { title: `Note ${no}`, external_id: `note-${no}`, text: `Valve ${no} is checked every ${no + 2} weeks.` },
      });
    const numbers = Array.from({ length: 24 }, (_, no) => no);
    let acknowledged = 0;
    const first = await Promise.all(
      numbers.map(async (no) => {
        const reply = await add(no);
        if (reply.status === 202 && ++acknowledged === 3) door.close();
        return { no, reply };
      }),
    );
    expect(acknowledged).toBeGreaterThanOrEqual(3);
    door.open();
    await untilReady();
    const refused = first.filter(({ reply }) => reply.status !== 202);
    for (const { no, reply } of refused) {
      expectAway(`note ${no}`, reply);
      expect((await add(no)).status).toBe(202);
    }
    await endLeases();
    for (const no of numbers) {
      const address = `/v1/experts/${world.expert}/sources?external_id=note-${no}`;
      const statuses = async () =>
        ((await world.request("GET", address)).json as { data: { status: string }[] }).data.map(({ status }) => status);
      let found = await statuses();
      while (found.some((status) => status !== "ready" && status !== "failed")) found = await statuses();
      expect({ no, found }).toEqual({ no, found: ["ready"] });
    }
  }, 180_000);

  test("a node that is cut off says so, and on its return answers from what another one added", async () => {
    door.stall();
    const question = { question: "Who paints the hull of the ferry?" };
    const asked = { key: world.owner, body: question };
    expectAway("query", await world.request("POST", `/v1/experts/${world.expert}/query`, asked));
    const added = await other.request("POST", `/v1/experts/${world.expert}/sources?wait=60`, {
      key: world.owner,
      body: { title: "Ferry", text: "The hull of the ferry is painted by the harbour's own crew." },
    });
    expect((added.json as { status: string }).status).toBe("ready");
    door.open();
    await untilReady();
    const reply = await world.request("POST", `/v1/experts/${world.expert}/query`, asked);
    expect(reply.json).toMatchObject({
      abstained: false,
      citations: [{ source_id: (added.json as { id: string }).id }],
    });
  });

  test("connections that the server drops are not noticed", async () => {
    for (let i = 0; i < 5; i++) {
      door.cut();
      const asked = { body: { question: "How often is valve 3 checked?" } };
      const reply = await world.request("POST", `/v1/experts/${world.expert}/query`, asked);
      expect(reply.json).toMatchObject({ abstained: false });
    }
  });
});
