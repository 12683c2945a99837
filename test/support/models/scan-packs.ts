/** A pack for scans with Tesseract's own data of English, as `make ocr-pack` makes it, and a picture that it reads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packWriter } from "../../../.ci/pack-writer.ts";

const root = join(import.meta.dir, "../../..");

export function englishScanPack(changes: object = {}): Uint8Array {
  const { section, bytes } = packWriter();
  const data = join(root, "node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz");
  section("eng", "u8", readFileSync(data));
  section("notice", "u8", new TextEncoder().encode("Made for a test."));
  return bytes({
    kind: "tesseract",
    languages: ["eng"],
    licence: "Apache-2.0",
    origin: "https://example.org/",
    ...changes,
  });
}

export const filterLines = ["Replace the filter every six months.", "Write the date on the grey cover."] as const;

/** 860 × 200 pixels at 200 dpi, in black and white, with these lines. */
export function filterPicture(ending: "png" | "jpg" | "tif" | "webp"): Uint8Array {
  return new Uint8Array(readFileSync(join(root, `test/fixtures/scans/filter.${ending}`)));
}

/** Its first three words alone, which take a quarter of the time: for tests of what happens around the reading. */
export function wordsPicture(): Uint8Array {
  return new Uint8Array(readFileSync(join(root, "test/fixtures/scans/words.png")));
}

/** A page of A4 at 200 dpi whose only three lines, a heading and two of text, fall to the right by 3°. */
export function askewPicture(): Uint8Array {
  return new Uint8Array(readFileSync(join(root, "test/fixtures/scans/askew.png")));
}
