/** A model pack from its installation to questions, and back; with a small pack of random weights. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Static } from "@sinclair/typebox";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { seededRandom } from "../../src/torture/load/seeded-random.ts";
import { type RandomDensePack, randomDensePack } from "../support/models/random-dense-pack.ts";
import { docent } from "../support/processes/loopback-service.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";

let folder: string;
let file: string;
let service: TestService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-model-"));
  file = join(folder, "some.pack");
  writeFileSync(file, pack());
  service = await startService();
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const pieces = new Map(Array.from("▁abcdefghijklmnopqrstuvwxyz", (letter) => [letter, -3]));
const shape = { depth: 2, width: 32, heads: 1, feedForward: 64, positions: 64, normEpsilon: 1e-12 };
const pack = (changes: Partial<RandomDensePack> = {}) =>
  randomDensePack({ shape, pieces, ...changes }, seededRandom(7).next);

const model = (...words: string[]) => docent("model", ...words, "--data-dir", service.dataDir);

async function restart(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const { dataDir, owner, clock } = service;
  await service.stop();
  service = await startService({ settings, resume: { dataDir, owner }, clock: clockAt(clock.now() + 1000) });
}

async function tell(text: string) {
  const body = { text, title: "Note" };
  return (await service.request("POST", "/v1/experts/garage/sources?wait=60", { body })).as(SourceObject);
}

/** The expert, once no passage waits for its vector. */
async function embedded(): Promise<Static<typeof ExpertObject>> {
  for (let turns = 0; turns < 100_000; turns++) {
    const expert = (await service.request("GET", "/v1/experts/garage")).as(ExpertObject);
    if (expert.vectors === null || expert.vectors.done === expert.vectors.total) return expert;
    await new Promise<void>((go) => setImmediate(go));
  }
  throw new Error("the passages are not embedded");
}

const gauge = async () =>
  (await service.request("GET", "/metrics")).text.match(/^docent_vectors_waiting .*$/m)?.[0] ?? null;

test("a pack is installed, embeds older and newer sources in the background, and is removed", async () => {
  await service.request("POST", "/v1/experts", { body: { name: "Garage" } });
  expect(await tell("wash the filter")).toMatchObject({ status: "ready" });
  expect([(await embedded()).vectors, await gauge()]).toEqual([null, null]);
  expect((await model("list")).err).toEqual(["No model pack is installed."]);
  const added = await model("add", file);
  expect([added.code, added.out]).toEqual([0, ["Made by chance."]]);
  expect((await model("list")).out.join()).toMatch(
    /^random {2}pack-1 {2}32 dimensions {2}.* {2}MIT {2}https:\/\/example.org\/$/,
  );

  expect((await docent("doctor", "--data-dir", service.dataDir)).out.join("\n")).toContain(
    "The model pack random (pack-1) is whole.",
  );
  await restart();
  expect(await tell("change the filter twice a year")).toMatchObject({ status: "ready" });
  expect(await embedded()).toMatchObject({
    embedding: { model: "random", dimensions: 32 },
    vectors: { model: "random", done: 2, total: 2 },
  });
  expect(await gauge()).toBe("docent_vectors_waiting 0");
  const body = { question: "how often is the filter changed", generate: false, include: ["scores"], mode: "vector" };
  const found = await service.request("POST", "/v1/experts/garage/query", { body });
  const texts = JSON.parse(found.text).retrieved.map(({ text }: { text: string }) => text);
  expect(texts.toSorted()).toEqual(["change the filter twice a year", "wash the filter"]);
  const reply = await service.request("POST", "/v1/embeddings", {
    body: { model: "random", input: ["one", "two"] },
  });
  expect(JSON.parse(reply.text).data.map(({ embedding }: { embedding: number[] }) => embedding.length)).toEqual([
    32, 32,
  ]);

  const backup = join(folder, "whole.backup");
  expect((await docent("backup", backup, "--data-dir", service.dataDir)).code).toBe(0);
  const restored = await docent("restore", backup, "--data-dir", join(folder, "restored"));
  expect([restored.code, restored.err]).toEqual([
    0,
    [
      "The backup does not contain the model pack random. Install it with `docent model add FILE`; until then, questions are answered by words.",
    ],
  ]);

  expect((await model("remove", "other")).err.join()).toBe("The model other is not installed.");
  expect((await model("remove", "random")).code).toBe(0);
  await restart();
  expect((await docent("doctor", "--data-dir", service.dataDir)).out.join("\n")).toContain(
    "Experts have vectors of the model pack random, which is not installed. Questions are answered by words.",
  );
  expect(await tell("drain the tank in autumn")).toMatchObject({ status: "ready" });
  expect(await embedded()).toMatchObject({ embedding: { model: "random" }, vectors: null });
});

test("an invalid pack is refused with the reason, and nothing is installed", async () => {
  const damaged = pack();
  damaged[damaged.length - 1]! ^= 1;
  writeFileSync(file, damaged);
  expect((await model("add", file)).err.join()).toBe(`${file} was not installed. The model pack is damaged.`);
  writeFileSync(file, "a text");
  expect((await model("add", file)).err.join()).toBe(`${file} was not installed. This is no model pack.`);
  writeFileSync(file, "");
  expect((await model("add", file)).err.join()).toBe(`${file} was not installed. This is no model pack.`);
  expect((await model("add", join(folder, "none"))).err.join()).toBe(`There is no file ${join(folder, "none")}.`);
  expect(existsSync(join(service.dataDir, "models"))).toBe(false);
});

test("another model does not replace the installed one", async () => {
  await model("add", file);
  writeFileSync(file, pack({ header: { name: "other/1" } }));
  const refused = await model("add", file);
  expect([refused.code, refused.err.join()]).toEqual([
    1,
    "The model random is installed. Run `docent model remove random` first, then add the other one.",
  ]);
});

test("an embedding server and a pack exclude each other", async () => {
  const settings = { DOCENT_EMBED_URL: "http://localhost:1/v1", DOCENT_EMBED_MODEL: "some" };
  const flags = ["--embed-url", settings.DOCENT_EMBED_URL, "--embed-model", "some"];
  expect((await model("add", file, ...flags)).err.join()).toBe(
    "DOCENT_EMBED_URL is set, and Docent can use only one embedding model. Unset it, then add the pack.",
  );
  await model("add", file);
  const { dataDir, owner } = service;
  await service.stop();
  const start = startService({ settings, resume: { dataDir, owner } });
  expect(start).rejects.toThrow("DOCENT_EMBED_URL is set, and the model pack random is installed");
  await start.catch(() => undefined);
  service = await startService({ resume: { dataDir, owner } });
});

test("a pack that was damaged after its installation prevents the start, with the reason", async () => {
  await model("add", file);
  const { dataDir, owner } = service;
  await service.stop();
  writeFileSync(join(dataDir, "models/random.pack"), "x".repeat(500));
  const start = startService({ resume: { dataDir, owner } });
  expect(start).rejects.toThrow("The installed model pack random cannot be used. This is no model pack.");
  await start.catch(() => undefined);
  expect((await model("list")).err.join()).toContain("This is no model pack.");
  const examined = await docent("doctor", "--data-dir", dataDir);
  expect([examined.code, examined.out.join("\n")]).toEqual([
    4,
    expect.stringContaining("The model pack random cannot be used"),
  ]);
  await model("remove", "random");
  service = await startService({ resume: { dataDir, owner } });
});
