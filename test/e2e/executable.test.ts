/** The executable: its output, its refusals and its end. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import { packFacts } from "../../src/models/sense-pack.ts";
import { vectorTraits } from "../../src/models/vector-model.ts";
import { executable, openBench, type RunningBinary } from "../support/binary.ts";
import { documentFaults } from "../support/replies/openapi-document.ts";

const bench = openBench();
afterAll(() => bench.clean());

test("docent version lists its components", async () => {
  const { exitCode, out, err } = await bench.run(["version"]);
  const literally = (text: string) => text.replaceAll(".", "\\.");
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
  expect(out).toMatch(new RegExp(`^docent ${literally(manifest.version)} \\([0-9a-f]{12}\\+?\\)\n`));
  expect(out).toMatch(new RegExp(`\nbun ${literally(manifest.engines.bun)} \\([0-9a-f]{9}\\), sqlite 3\\.[\\d.]+, `));
  expect(out).toMatch(new RegExp(`, orama ${literally(manifest.dependencies["@orama/orama"])}\n`));
  expect(out).toContain(`\nsense ${packFacts.name} (Apache-2.0), the built-in model of meaning\n`);
  expect(out).toEndWith(`\nvectors ${vectorTraits.model} (Apache-2.0), the built-in model of sentences\n`);
});

test("an unknown command suggests a similar one, and exits with 2", async () => {
  expect(await bench.run(["sevre"])).toEqual({
    exitCode: 2,
    out: "",
    err: 'There is no command "sevre". Did you mean "serve"? `docent help` lists the commands.\n',
  });
});

describe("the first start and the next", () => {
  const dataDir = join(bench.folder(), "data");

  test("the first start makes a key and prints it once", async () => {
    const first = await bench.start({ dataDir });
    expect(first.greeting).toMatch(/\n {2}API key {2}dk_\w{49} {3}\(shown only now; Docent stores just a hash\)\n$/);
    expect(first.greeting).toContain(`Data     ${dataDir}\n`);
    expect((await first.request("GET", "/v1/experts")).status).toBe(200);
    expect(await first.terminate()).toBe(0);

    const second = await bench.start({ dataDir });
    expect(second.greeting).not.toContain("dk_");
    const headers = { authorization: `Bearer ${first.key}` };
    expect((await fetch(`${second.address}/v1/experts`, { headers })).status).toBe(200);
    expect(await second.terminate()).toBe(0);
  });

  test("the next start is quick", async () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const again = await bench.start({ dataDir });
      times.push(again.readyAfter);
      expect(await again.terminate()).toBe(0);
    }
    const median = times.sort((a, b) => a - b)[2] ?? 0;
    console.log(`cold start to the first 200 of /readyz: ${Math.round(median)} ms (median of 5)`);
    expect(times).toHaveLength(5);
  });

  test("a start counts no usage again", async () => {
    const env = { DOCENT_API_KEY: "a-key-that-the-owner-chose" };
    const counted = async () => {
      const service = await bench.start({ dataDir, env });
      await everythingRead(service); // an earlier start may have ended before the handbook was read
      const { requests, ingest, storage } = (await service.request("GET", "/v1/usage")).as(UsageObject);
      expect(await service.terminate()).toBe(0);
      return { requests, ingest, storage };
    };
    expect(await counted()).toEqual(await counted());
  });
});

async function everythingRead(service: RunningBinary): Promise<void> {
  for (;;) {
    const { source_counts } = (await service.request("GET", "/v1/experts/handbook")).as(ExpertObject);
    if (source_counts.queued + source_counts.processing === 0) return;
  }
}

describe("refusals", () => {
  test("a folder that another process holds", async () => {
    const dataDir = bench.folder();
    const holder = await bench.start({ dataDir });
    expect(await bench.run(["serve", "--port", "0", "--data-dir", dataDir])).toEqual({
      exitCode: 1,
      out: "",
      err: `The data folder ${dataDir} is in use by another docent process. Stop that process, or choose another folder with --data-dir.\n`,
    });
    expect((await holder.request("GET", "/readyz")).status).toBe(200);
    await holder.kill();
    expect(await (await bench.start({ dataDir })).terminate()).toBe(0);
  });

  test("a database from a newer Docent, which it leaves as it is", async () => {
    const dataDir = bench.folder();
    const path = join(dataDir, "docent.db");
    const newer = new Database(path);
    newer.run("CREATE TABLE from_the_future (a TEXT) STRICT");
    newer.run("PRAGMA user_version = 9999");
    newer.close();
    const { exitCode, out, err } = await bench.run(["serve", "--port", "0", "--data-dir", dataDir]);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toMatch(/^The database has version 9999, made by a newer Docent; .*\n$/);
    const after = new Database(path, { readonly: true });
    expect(after.query("SELECT name FROM sqlite_master").all()).toEqual([{ name: "from_the_future" }]);
    after.close();
  });

  test("a port that is taken", async () => {
    const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const port = String(taken.port);
    const { exitCode, out, err } = await bench.run(["serve", "--port", port, "--data-dir", bench.folder()]);
    await taken.stop(true);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toMatch(new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: .* --port\\.$`, "m"));
    expect(err).not.toContain("    at ");
  });

  test("invalid settings, all at once", async () => {
    const args = ["serve", "--port", "many", "--prot", "1", "--data-dir", bench.folder()];
    const { exitCode, out, err } = await bench.run(args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).toContain("--port must be");
    expect(err).toContain("Did you mean --port?");
  });
});

describe("on its own", () => {
  test("copied to a folder with files that it must not read", async () => {
    const home = bench.folder();
    const path = join(home, "docent");
    copyFileSync(executable, path);
    const cwd = join(home, "elsewhere");
    mkdirSync(cwd);
    writeFileSync(join(cwd, ".env"), "DOCENT_API_KEY=a-key-from-a-stray-file\nDOCENT_HOST=256.0.0.1\n");
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./stray.ts"]\n');
    writeFileSync(join(cwd, "stray.ts"), 'throw new Error("a stray file was read");\n');
    writeFileSync(join(cwd, "package.json"), '{"name": "docent", "dependencies": {"elysia": "0.0.1"}}');
    const service = await bench.start({ path, cwd, dataDir: join(home, "data") });
    expect(service.key).toStartWith("dk_");
    const stray = { headers: { authorization: "Bearer a-key-from-a-stray-file" } };
    expect((await fetch(`${service.address}/v1/models`, stray)).status).toBe(401);
    expect((await service.request("GET", "/v1/models")).status).toBe(200);
    expect(await service.terminate()).toBe(0);
    expect(readdirSync(cwd).sort()).toEqual([".env", "bunfig.toml", "package.json", "stray.ts"]);
    expect(readdirSync(home).sort()).toEqual(["data", "docent", "elsewhere"]);
  });
});

describe("its pages", () => {
  let service: RunningBinary;
  beforeAll(async () => {
    // Long enough that a connection that delayed the end would fail the test by its deadline.
    service = await bench.start({ dataDir: bench.folder(), env: { DOCENT_DRAIN_SECONDS: "3600" } });
  });

  test("/docs and all of its files come from the executable", async () => {
    const page = await fetch(`${service.address}/docs`);
    const html = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toStartWith("default-src 'none';");
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => String(match[1]));
    expect(loaded.length).toBeGreaterThan(3);
    for (const address of loaded) {
      expect(address).toStartWith("/docs/");
      const asset = await fetch(service.address + address);
      expect([address, asset.status]).toEqual([address, 200]);
      expect((await asset.bytes()).length).toBeGreaterThan(0);
      expect(asset.headers.get("content-security-policy")).not.toMatch(/https?:|\*/);
    }
    const start = await (await fetch(`${service.address}/docs/start.js`)).text();
    expect(html + start).not.toMatch(/https?:|\/\/[a-z]/);
  });

  test("/openapi.json is a valid document", async () => {
    const reply = await service.request("GET", "/openapi.json");
    expect(reply.headers.get("content-type")).toStartWith("application/json");
    expect(documentFaults(reply.json)).toEqual([]);
  });

  test("an idle connection does not delay its end", async () => {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    const answered = Promise.withResolvers<void>();
    socket.on("data", () => answered.resolve());
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
    await answered.promise;
    expect(await service.terminate()).toBe(0);
    socket.destroy();
    expect(await service.log()).not.toContain("service.cut");
  });
});
