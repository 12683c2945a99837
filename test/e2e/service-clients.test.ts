/** The commands that use a running service, as separate processes. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable, openBench, type RunningBinary } from "../support/binary.ts";
import { repository } from "../support/source-tree.ts";

const bench = openBench();
afterAll(() => bench.clean());

const key = "a-key-that-the-owner-chose";
const documentCount = 40;
let service: RunningBinary;
let documents: string;
const docent = (args: readonly string[], input = "") =>
  bench.run([...args, "--url", service.address], { env: { DOCENT_API_KEY: key }, input });

beforeAll(async () => {
  documents = bench.folder();
  for (let i = 0; i < documentCount; i++) {
    writeFileSync(
      join(documents, `pump-${i}.md`),
      `# Pump ${i}\n\nThe pump number ${i} is checked every ${i + 2} weeks.\n`,
    );
  }
  service = await bench.start({ dataDir: bench.folder(), env: { DOCENT_API_KEY: key } });
});

test("a killed ingest continues when it is run again", async () => {
  const args = ["ingest", "pumps", documents, "--create", "--external-ids", "--url", service.address];
  const killed = Bun.spawn([executable, ...args], { env: { DOCENT_API_KEY: key }, stdout: "ignore", stderr: "pipe" });
  await killed.stderr.getReader().read();
  killed.kill("SIGKILL");
  await killed.exited;
  const { exitCode, out } = await docent([...args.slice(0, -2), "--wait-sense"]);
  expect(exitCode).toBe(0);
  const [, ready = "0", known = "0"] = /^40 documents: (?:(\d+) ready, )?(\d+) there already\.\n$/.exec(out) ?? [];
  expect([Number(ready) + Number(known), Number(known) > 0]).toEqual([documentCount, true]);
  const shown = await docent(["experts", "show", "pumps"]);
  expect(shown.out).toContain("documents  40 ready, 0 pending, 0 failed");
  expect(shown.out).toContain("meaning    40 of 40 passages");
});

test("standard input is read as a document, and is cited", async () => {
  const put = await docent(["ingest", "pumps", "-", "--title", "Boiler"], "The boiler was painted green in May.\n");
  expect([put.exitCode, put.out]).toEqual([0, "1 document: 1 ready.\n"]);
  const asked = await docent(["ask", "pumps", "Which colour was the boiler painted?"]);
  expect([asked.exitCode, asked.out]).toEqual([
    0,
    'The boiler was painted green in May [1].\n\n[1] Boiler\n    "The boiler was painted green in May."\n',
  ]);
  expect((await docent(["usage"])).out).toContain("1 question, 0 chats, ");
});

test("over TLS it trusts the certificate in the settings, and over a socket it needs no address", async () => {
  const tlsFile = (name: string) => `${repository}test/fixtures/tls/service.${name}.pem`;
  const tls = { DOCENT_TLS_CERT: tlsFile("cert"), DOCENT_TLS_KEY: tlsFile("key"), DOCENT_API_KEY: key };
  const ca = await Bun.file(tlsFile("cert")).text();
  const encrypted = await bench.start({ dataDir: bench.folder(), env: tls, ca });
  const port = new URL(encrypted.address).port;
  const listed = await bench.run(["experts", "--port", port], { env: tls });
  expect([listed.exitCode, listed.err, listed.out]).toEqual([0, "", expect.stringContaining("handbook")]);
  const distrusted = await bench.run(["experts", "--url", encrypted.address], { env: { DOCENT_API_KEY: key } });
  expect([distrusted.exitCode, distrusted.out]).toEqual([1, ""]);
  expect(distrusted.err).toContain("Give the address that its certificate is for with --url");

  const env = { DOCENT_SOCKET: join(bench.folder(), "docent.sock"), DOCENT_API_KEY: key };
  await bench.start({ dataDir: bench.folder(), env });
  expect(await bench.run(["experts"], { env })).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("handbook"),
  });
});

test("without a service there is one clear error", async () => {
  await service.kill();
  const { exitCode, out, err } = await docent(["ingest", "pumps", documents]);
  expect([exitCode, out, err]).toEqual([
    1,
    "",
    `${service.address} does not answer (nothing listens there). Start it with \`docent serve\`, or say where it is with --url.\n`,
  ]);
});
