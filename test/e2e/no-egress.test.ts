/**
 * The connections of the executable while it uses all of its functions, and that no proxy of the environment sees any.
 * `make egress` checks every system call; this test needs no special rights.
 */
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openBench } from "../support/binary.ts";
import { scriptedModel } from "../support/fakes/scripted-model.ts";
import { useEverything } from "../support/processes/every-surface.ts";

const bench = openBench();
const model = scriptedModel([{ kind: "whole", text: "The pump weighs 31 kilograms [1]." }]);
const heard: string[] = [];
const proxy = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) => {
    heard.push(request.url);
    return new Response("a proxy that nobody was to ask", { status: 502 });
  },
});
afterAll(async () => {
  await bench.clean();
  await model.stop();
  await proxy.stop(true);
});

const address = `http://127.0.0.1:${proxy.port}`;
const env = {
  DOCENT_API_KEY: "a-key-that-the-owner-chose",
  HTTP_PROXY: address,
  http_proxy: address,
  HTTPS_PROXY: address,
  https_proxy: address,
  ALL_PROXY: address,
};

/** The remote ends of a process's internet sockets, and its listening sockets, as local ports or full addresses. */
function socketsOf(pid: number): readonly string[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => /socket:\[(\d+)\]/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? []),
  );
  return ["tcp", "tcp6", "udp", "udp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => own.has(fields[9] ?? ""))
      .map(([, near = "", far = ""]) => `${table} ${portOf(near)} ${/^0+:0+$/.test(far) ? "listens" : far}`),
  );
}

/** A descriptor may be closed after it was listed. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

const portOf = (address: string) => Number.parseInt(address.split(":").at(-1) ?? "", 16);
const loopback = /^tcp (\d+) (listens|0100007F:[0-9A-F]{4})$/;

test("offline and without a model it has only incoming connections", async () => {
  const service = await bench.start({ dataDir: bench.folder(), env: { ...env, DOCENT_OFFLINE: "true" } });
  const statuses = await useEverything(service);
  expect(statuses).toMatchObject({ text: 201, address: 403, query: 200, "chat stream": 200, "/docs": 200 });
  const port = Number(new URL(service.address).port);
  const sockets = socketsOf(service.pid);
  expect(sockets).toContain(`tcp ${port} listens`);
  // The local end of every connection is its listening port.
  expect(sockets.filter((socket) => Number(loopback.exec(socket)?.[1]) !== port)).toEqual([]);
  expect(heard).toEqual([]);
  expect(await service.terminate()).toBe(0);
});

test("a model is called directly, and no proxy sees the call", async () => {
  const models = { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "scripted" };
  const service = await bench.start({ dataDir: bench.folder(), env: { ...env, ...models, DOCENT_OFFLINE: "true" } });
  const statuses = await useEverything(service);
  expect(statuses).toMatchObject({ text: 201, query: 200, "query stream": 200, chat: 200, responses: 200 });
  expect(model.calls.length).toBeGreaterThan(3);
  expect(heard).toEqual([]);
  const mine = [service.address, model.url].map((url) => Number(new URL(url).port));
  const modelEnd = `0100007F:${(mine[1] ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const strange = socketsOf(service.pid).filter(
    (socket) => Number(loopback.exec(socket)?.[1]) !== mine[0] && !socket.endsWith(modelEnd),
  );
  expect(strange).toEqual([]);
  expect(await service.terminate()).toBe(0);
});
