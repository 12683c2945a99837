/** Scans from the installation of their pack to a citation with its place on the page, with the real recogniser. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { RecognisedPageObject } from "../../src/api/contents/scan-views.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { openPdf } from "../../src/extraction/pdf/pdf-file.ts";
import { scannedPdf } from "../support/documents/scanned-pdf.ts";
import { englishScanPack, filterLines, filterPicture } from "../support/models/scan-packs.ts";
import { docent } from "../support/processes/loopback-service.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";

let folder: string;
let service: TestService;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "docent-scans-"));
  service = await startService();
  await service.request("POST", "/v1/experts", { body: { name: "Garage", language: "en" } });
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "some.pack");
const model = (...words: string[]) => docent("model", ...words, "--data-dir", service.dataDir);
const add = async (body: Uint8Array, type: string) =>
  (await service.request("POST", "/v1/experts/garage/sources?wait=60", { body, headers: { "content-type": type } })).as(
    SourceObject,
  );

async function searchableText(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${service.owner}` };
  const reply = await service.docent.app.handle(new Request(`http://localhost${path}/file?as=searchable`, { headers }));
  expect(reply.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''Untitled.searchable.pdf");
  const file = await openPdf(new Uint8Array(await reply.arrayBuffer()));
  try {
    return ((await file.text(1))?.runs ?? []).map(({ text }) => text).join(" ");
  } finally {
    await file.close();
  }
}

async function restart(): Promise<void> {
  const { dataDir, owner, clock } = service;
  await service.stop();
  service = await startService({ resume: { dataDir, owner }, clock: clockAt(clock.now() + 1000) });
}

test("a scan fails and names the pack; with the pack it is read, and cited with its place", async () => {
  const failed = await add(scannedPdf([filterPicture("png")]), "application/pdf");
  expect(failed).toMatchObject({ status: "failed", error: { code: "no_extractable_text", retryable: false } });
  expect(failed.error?.message).toContain("install a pack for scans (`make ocr-pack`, then `docent model add FILE`)");

  writeFileSync(file(), englishScanPack());
  const added = await model("add", file());
  expect([added.code, added.out]).toEqual([0, ["Made for a test."]]);
  expect((await model("list")).out.join()).toMatch(
    /^scans-eng {2}scans in eng {2}.* {2}Apache-2.0 {2}https:\/\/example.org\/$/,
  );
  await restart();

  await service.request("POST", `/v1/experts/garage/sources/${failed.id}/retry`);
  const read = (await service.request("GET", `/v1/experts/garage/sources/${failed.id}?wait=60`)).as(SourceObject);
  expect(read).toMatchObject({ status: "ready", page_count: 1, stage: null, error: null });
  expect(read.warnings).toEqual([
    {
      code: "pages_recognised",
      message: "Page 1 was read from its picture by text recognition, which makes mistakes.",
      pages: [1],
      confidences: [expect.any(Number)],
    },
  ]);
  expect(read.warnings[0]?.confidences?.[0]).toBeGreaterThan(0.85);

  const body = { question: "How often must the filter be replaced?" };
  const answer = (await service.request("POST", "/v1/experts/garage/query", { body })).as(AnswerObject);
  const [citation] = answer.citations;
  expect(citation).toMatchObject({ quote: filterLines[0], page: 1 });
  expect(citation?.boxes).toHaveLength(1);
  // The line is drawn from (40, 27) to (681, 61) of 860 × 200 pixels.
  expect(citation?.boxes?.[0]).toMatchObject({
    page: 1,
    left: expect.closeTo(40 / 860, 1.5),
    top: expect.closeTo(27 / 200, 1.5),
    right: expect.closeTo(681 / 860, 1.5),
    bottom: expect.closeTo(61 / 200, 1.5),
  });

  const path = `/v1/experts/garage/sources/${failed.id}`;
  expect(await searchableText(path)).toBe(filterLines.join(" "));

  const [line] = (await service.request("GET", `${path}/pages/1`)).as(RecognisedPageObject).lines;
  expect([line?.text, line?.read, line?.words.length]).toEqual([filterLines[0], null, 6]);
  const correction = {
    version: 1,
    corrections: [{ page: 1, line: 1, words: { first: 3, last: 4 }, text: "cartridge every" }],
  };
  const correct = (idempotencyKey: string) =>
    service.request("POST", `${path}/corrections`, {
      body: correction,
      headers: { "idempotency-key": idempotencyKey },
    });
  const corrected = await correct("one");
  expect([corrected.status, corrected.as(SourceObject).version]).toEqual([202, 2]);
  expect((await correct("one")).as(SourceObject).version).toBe(2);
  expect((await correct("two")).error).toMatchObject({ code: "source_changed" });
  const again = (await service.request("GET", `${path}?wait=60`)).as(SourceObject);
  expect(again).toMatchObject({ status: "ready", version: 2, answering_version: 2, sha256: failed.sha256 });
  expect(again.warnings[1]).toMatchObject({
    code: "lines_corrected",
    message: "One line was corrected by hand.",
    pages: [1],
  });
  const now = (
    await service.request("POST", "/v1/experts/garage/query", {
      body: { question: "How often must the cartridge be replaced?" },
    })
  ).as(AnswerObject);
  expect(now.citations[0]).toMatchObject({ quote: "Replace the cartridge every six months.", page: 1 });
  expect(now.citations[0]?.boxes?.[0]).toMatchObject({
    left: citation?.boxes?.[0]?.left,
    right: citation?.boxes?.[0]?.right,
  });
  expect((await service.request("GET", `${path}/pages/1`)).as(RecognisedPageObject)).toMatchObject({
    version: 2,
    lines: [{ text: "Replace the cartridge every six months.", read: filterLines[0] }, { read: null }],
  });
  expect(await searchableText(path)).toContain("Replace the cartridge every");

  // The same bytes are known with their corrections, and those of an older version come back without them.
  expect(await add(scannedPdf([filterPicture("png")]), "application/pdf")).toMatchObject({ id: failed.id, version: 2 });
  await service.request("POST", `${path}/versions/1/put-back`);
  const back = (await service.request("GET", `${path}?wait=60`)).as(SourceObject);
  expect([back.version, back.status, back.warnings.map(({ code }) => code)]).toEqual([
    3,
    "ready",
    ["pages_recognised"],
  ]);

  expect((await model("remove", "scans-eng")).code).toBe(0);
  await restart();
  expect(existsSync(join(service.dataDir, "recognised", "1"))).toBe(false);
  expect(await add(filterPicture("webp"), "image/webp")).toMatchObject({ status: "failed" });
});

test("a damaged pack is not installed, and another one replaces the one that is there", async () => {
  const damaged = englishScanPack();
  damaged[damaged.length - 1]! ^= 1;
  writeFileSync(file(), damaged);
  expect((await model("add", file())).err.join()).toBe(`${file()} was not installed. The model pack is damaged.`);
  writeFileSync(file(), englishScanPack({ languages: ["eng", "deu"] }));
  expect((await model("add", file())).err.join()).toBe(
    `${file()} was not installed. The model pack has no usable section deu.`,
  );
  writeFileSync(file(), englishScanPack());
  await model("add", file());
  await model("add", file());
  expect(readdirSync(join(service.dataDir, "models"))).toEqual(["scans-eng.scans"]);
  expect((await docent("doctor", "--data-dir", service.dataDir)).out.join("\n")).toContain(
    "The pack scans-eng (scans in eng) is whole.",
  );
});
