import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { listen } from "../../src/cli/serving/listening.ts";
import type { Docent } from "../../src/compose/compose.ts";
import type { Config } from "../../src/config/load-config.ts";
import { systemClock } from "../../src/kernel/clock.ts";

const config = { host: "127.0.0.1", port: 0, socket: null, tls: null } as Config;
const serviceOf = (app: Elysia) => ({ app, clock: systemClock }) as unknown as Docent;

test("it answers at the address that it names, and the server takes its routes once", async () => {
  const app = new Elysia();
  app.get("/here", () => "yes");
  const { address } = await listen(serviceOf(app), config);
  let reloads = 0;
  if (app.server !== null) app.server.reload = () => void ++reloads as never;
  expect(await (await fetch(`${address}/here`)).text()).toBe("yes");
  expect((await fetch(`${address}/elsewhere`)).status).toBe(404);
  expect(reloads).toBe(0);
  await app.stop(true);
});

test("it refuses to listen without the routes of a plugin that is still being loaded", () => {
  const later = Promise.resolve(new Elysia().get("/later", () => "yes"));
  const app = new Elysia();
  app.use(later);
  expect(listen(serviceOf(app), config)).rejects.toThrow("still being loaded");
});
