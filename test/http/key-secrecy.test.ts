/** A key is in the `Authorization` of a request and, once, in the reply that made it. It is nowhere else. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { NewKeyObject } from "../../src/api/key-schemas.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Reply } from "../support/reply.ts";
import { openRoutes } from "../support/requests/access-matrix.ts";
import { routeScenarios } from "../support/requests/route-scenarios.ts";
import { startWorld } from "../support/requests/route-world.ts";
import type { RequestOptions } from "../support/service.ts";

const lines: string[] = [];
const world = await startWorld({ log: createLog("json", systemClock, (line) => lines.push(line)) });
afterAll(() => world.close());

/** Additional keys and invalid values in their place. */
const strange = ["dk_SentinelOfAKeyThatIsNoneAtAllQQxZwVjKpYtRm83WqLs", "sk-sentinel-of-somebody-else"];

/** A run of this many characters of a key counts as a leak; its prefix of eight may be shown. */
const piece = 12;

function everyWayToSend(key: string): RequestOptions[] {
  return [
    { key: null, headers: { authorization: `bearer   ${key}` } },
    { key: null, headers: { authorization: `Basic ${key}` } },
    { key: null, headers: { "x-api-key": key, cookie: `key=${key}` } },
  ];
}

const secretsOf = (keys: readonly string[]) => keys.map((key) => key.slice(-piece));

test("no response, no line of the log and no file contains a key", async () => {
  const held = Object.values(world.authorization).flatMap((value) => value?.split(" ")[1] ?? []);
  const sent = [...new Set([world.owner, ...held, ...strange])];
  const made: string[] = [];
  const replies: string[] = [];
  const keep = (reply: Reply, route: string) => {
    const secret = route === "POST /v1/keys" && reply.status === 201 ? reply.as(NewKeyObject).secret : null;
    if (secret !== null) made.push(secret);
    replies.push(reply.text.replace(`"secret":"${secret}"`, "") + JSON.stringify([...reply.headers]));
  };
  for (const [route, scenario] of Object.entries(routeScenarios)) {
    const [method = ""] = route.split(" ");
    for (const asked of [...sent.map((key) => ({ key })), ...strange.flatMap(everyWayToSend)]) {
      const request = { body: scenario.body?.(world), ...asked };
      keep(await world.request(method, await scenario.path(world), request), route);
    }
    const path = await scenario.path(world);
    const inAddress = `${path}${path.includes("?") ? "&" : "?"}access_token=${strange[0]}`;
    keep(await world.request(method, inAddress, { key: null }), route);
  }
  for (const route of openRoutes) keep(await world.request("GET", route.split(" ")[1] ?? ""), route);
  await new Promise((resolve) => setImmediate(resolve)); // the access log writes behind the response

  const secrets = secretsOf([...sent, ...made]);
  expect(made.length).toBeGreaterThan(0);
  expect(lines.length).toBeGreaterThan(replies.length);
  expect(leaksIn(replies, secrets)).toEqual([]);
  expect(leaksIn(lines, secrets)).toEqual([]);
  expect(leaksIn(filesOf(world.dataDir), secrets)).toEqual([]);
});

function leaksIn(texts: readonly string[], secrets: readonly string[]): string[] {
  return texts.flatMap((text) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret}: ${text}`),
  );
}

/** All bytes on the disk. */
function filesOf(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  return paths.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path, "latin1"));
}
