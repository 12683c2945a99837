/** The pack that reads scans: what is in it, and what is refused. */
import { expect, test } from "bun:test";
import { packWriter } from "../../.ci/pack-writer.ts";
import { isScanPack, languagesFor, readScanPack } from "../../src/models/scan-pack.ts";
import { englishScanPack } from "../support/models/scan-packs.ts";

test("a pack has the data of its languages, and says where it comes from", () => {
  const pack = readScanPack(englishScanPack());
  const { model, languages, licence, origin, notice } = pack;
  expect({ model, languages, licence, origin, notice }).toEqual({
    model: "scans-eng",
    languages: ["eng"],
    licence: "Apache-2.0",
    origin: "https://example.org/",
    notice: "Made for a test.",
  });
  expect(pack.dataOf("eng").length).toBeGreaterThan(3_000_000);
  expect(() => pack.dataOf("deu")).toThrow("The model pack has no usable section deu.");
});

test("a pack of a model is no pack for scans", () => {
  expect(isScanPack(englishScanPack())).toBe(true);
  expect(isScanPack(packWriter().bytes({ name: "random/1" }))).toBe(false);
  expect(() => isScanPack(new Uint8Array(100))).toThrow("This is no model pack.");
});

test("what names no languages, no licence or unusable names is refused", () => {
  expect(() => readScanPack(englishScanPack({ languages: [] }))).toThrow("names no languages");
  expect(() => readScanPack(englishScanPack({ languages: ["../eng"] }))).toThrow("names no languages");
  expect(() => readScanPack(englishScanPack({ licence: 1 }))).toThrow("under what licence");
});

test("data that unpacks to too much, or not at all, is refused", () => {
  const withData = (data: Uint8Array) => {
    const { section, bytes } = packWriter();
    section("eng", "u8", data);
    section("notice", "u8", new Uint8Array());
    return readScanPack(bytes({ kind: "tesseract", languages: ["eng"], licence: "MIT", origin: "here" }));
  };
  expect(() => withData(Bun.gzipSync(new Uint8Array(70_000_000))).dataOf("eng")).toThrow();
  expect(() => withData(Uint8Array.of(1, 2, 3)).dataOf("eng")).toThrow();
});

test("the languages of the pack that are that of a source", () => {
  const pack = { languages: ["eng", "deu", "fra", "chi_sim"] };
  expect(languagesFor(pack, "de-AT")).toEqual(["deu"]);
  expect(languagesFor(pack, "zh")).toEqual(["chi_sim"]);
  expect(languagesFor(pack, "auto")).toEqual([]);
  expect(languagesFor(pack, "it")).toEqual([]);
});
