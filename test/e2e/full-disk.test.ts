/**
 * The executable on a full disk: a limit on the size of files, set and lifted while it runs, simulates the disk without
 * special rights. `make torture-disk` does the same with a file system of four megabytes.
 */
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { UsageObject } from "../../src/api/usage-schemas.ts";
import { executable, openBench, type RunningBinary } from "../support/binary.ts";

const bench = openBench();
afterAll(() => bench.clean());

const env = { DOCENT_API_KEY: "a-key-that-the-owner-chose" };
const path = "/v1/experts/pumps/sources";
const text = (n: number) => `Pump ${n} weighs ${n * 31} kilograms. It stands in hall ${n}.\n\n`.repeat(200) + n;
const codeOf = ({ json }: { json: unknown }) => Object(Object(json).error).code ?? null;

/** A shell in which the limit causes an error instead of a fatal signal. */
function patientExecutable(): string {
  const script = join(bench.folder(), "docent");
  writeFileSync(script, `#!/bin/sh\ntrap '' XFSZ\nexec ${executable} "$@"\n`, { mode: 0o755 });
  return script;
}

/** @param bytes the largest size of a file. */
async function limit({ pid }: RunningBinary, bytes: number | "unlimited"): Promise<void> {
  const child = Bun.spawn(["/usr/bin/prlimit", `--pid=${pid}`, `--fsize=${bytes}:unlimited`], { stderr: "pipe" });
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ""]);
}

test("writes get 507 on a full disk, questions are answered, and writes work again when there is space", async () => {
  const dataDir = bench.folder();
  const service = await bench.start({ dataDir, env, path: patientExecutable() });
  const ask = async (n: number) =>
    (await service.request("POST", "/v1/experts/pumps/query", { question: `How much does pump ${n} weigh?` })).as(
      AnswerObject,
    );
  expect((await service.request("POST", "/v1/experts", { name: "Pumps" })).status).toBe(201);
  expect((await service.request("POST", `${path}?wait=60`, { text: text(1), external_id: "1" })).status).toBe(201);
  const before = (await ask(1)).answer;
  expect(before).toContain("31 kilograms");

  await limit(service, 1);
  const refused = [
    await service.request("POST", path, { text: text(2), external_id: "2" }),
    await service.request("POST", "/v1/experts", { name: "Valves" }),
    await service.request("PATCH", "/v1/experts/pumps", { description: "Large ones" }),
    await service.request("DELETE", `${path}/${(await sourceIds(service))[0]}`),
  ];
  expect(refused.map((reply) => [reply.status, codeOf(reply)])).toEqual(refused.map(() => [507, "storage_full"]));
  expect((await ask(1)).answer).toBe(before);
  expect((await service.request("GET", "/v1/experts")).status).toBe(200);
  const unready = await service.request("GET", "/readyz");
  expect([unready.status, codeOf(unready)]).toEqual([503, "not_ready"]);
  expect(JSON.stringify(unready.json)).toContain("storage: ");
  expect((await service.request("GET", "/healthz")).status).toBe(200);

  await limit(service, "unlimited");
  expect((await service.request("GET", "/readyz")).status).toBe(200);
  expect((await service.request("POST", `${path}?wait=60`, { text: text(2), external_id: "2" })).status).toBe(201);
  expect((await ask(2)).answer).toContain("62 kilograms");
  const { requests } = (await service.request("GET", "/v1/usage")).as(UsageObject);
  expect([requests.query, requests.failed]).toEqual([3, 0]);
  await service.kill();

  const again = await bench.start({ dataDir, env });
  expect((await sourceIds(again)).length).toBe(2);
  expect((await again.request("GET", "/v1/usage")).as(UsageObject).requests.query).toBe(3);
  expect(await again.terminate()).toBe(0);
});

async function sourceIds(service: RunningBinary): Promise<readonly string[]> {
  return (await service.request("GET", path)).pageOf(SourceObject).data.map(({ id }) => id);
}
