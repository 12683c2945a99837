/** How the executable listens: with TLS, on a socket in the file system, and not at all after a mistake. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { openBench } from "../support/binary.ts";
import { repository } from "../support/source-tree.ts";

const bench = openBench();
afterAll(() => bench.clean());

const tlsFile = (name: string) => `${repository}test/fixtures/tls/${name}.pem`;
const pair = (cert: string, key = cert) => ({
  DOCENT_TLS_CERT: tlsFile(`${cert}.cert`),
  DOCENT_TLS_KEY: tlsFile(`${key}.key`),
});

test("with a certificate it serves TLS, and tells browsers to insist on it", async () => {
  const ca = await Bun.file(tlsFile("service.cert")).text();
  const service = await bench.start({ dataDir: bench.folder(), env: pair("service"), ca });
  expect(service.address).toStartWith("https://127.0.0.1:");
  const reply = await service.request("GET", "/v1/experts");
  expect(reply.status).toBe(200);
  expect(reply.headers.get("strict-transport-security")).toBe("max-age=31536000");
  const plain = await fetch(service.address.replace("https", "http")).catch(() => null);
  expect(plain).toBeNull();
  expect(await service.terminate()).toBe(0);
});

test("with invalid files it does not start", async () => {
  for (const [env, says] of [
    [pair("expired"), "expired on"],
    [pair("service", "expired"), "is not the key of"],
    [{ DOCENT_TLS_CERT: tlsFile("service.cert") }, "is given without DOCENT_TLS_KEY"],
  ] as const) {
    const args = ["serve", "--port", "0", "--data-dir", bench.folder()];
    const { exitCode, out, err } = await bench.run(args, { env });
    expect([exitCode === 0, out]).toEqual([false, ""]);
    expect(err).toContain(says);
  }
});

test("a socket is accessible only to its owner, replaces an abandoned one, and is removed at the end", async () => {
  const dataDir = bench.folder();
  const socket = join(dataDir, "docent.sock");
  const options = { dataDir, env: { DOCENT_SOCKET: socket, DOCENT_API_KEY: "a-key-that-the-owner-chose" } };
  const killed = await bench.start(options);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  await killed.kill();
  expect(existsSync(socket)).toBe(true);

  const service = await bench.start(options);
  expect((await service.request("GET", "/v1/experts")).status).toBe(200);
  const any = await fetch("http://any.example/healthz", { unix: socket });
  expect(any.status).toBe(200);

  const second = await bench.run(["serve", "--data-dir", bench.folder()], { env: { DOCENT_SOCKET: socket } });
  expect(second.exitCode).toBe(1);
  expect(second.err).toEndWith(`Another process is listening on ${socket} (DOCENT_SOCKET).\n`);
  expect(await service.terminate()).toBe(0);
  expect(existsSync(socket)).toBe(false);
});

test("an address that others reach requires a strong key and warns about missing TLS", async () => {
  const args = ["serve", "--host", "0.0.0.0", "--port", "0", "--data-dir", bench.folder()];
  const { exitCode, err } = await bench.run(args, { env: { DOCENT_API_KEY: "sixteen-letters!" } });
  expect([exitCode, err]).toEqual([1, expect.stringContaining("DOCENT_API_KEY is too easy to guess")]);
  const service = await bench.start({ dataDir: bench.folder(), env: { DOCENT_HOST: "0.0.0.0" } });
  await service.terminate();
  expect(await service.log()).toContain('"event":"service.unencrypted"');
});
