/** Tesseract's data for some languages, as in npm's `@tesseract.js-data`. */
import { gunzipSync } from "node:zlib";
import { shownLine, shownText } from "../language/text/shown-text.ts";
import { readPackFile } from "./encoder/pack-file.ts";

export type ScanPack = ReturnType<typeof readScanPack>;

const scanPackKind = "tesseract";
/** Of a language, unpacked; the largest have 30 MB. */
const mostBytes = 60_000_000;

/** @throws Error if it is no pack of any kind */
export function isScanPack(file: Uint8Array): boolean {
  return readPackFile(file).header.kind === scanPackKind;
}

/** @throws Error if the file is damaged or has an unknown format */
export function readScanPack(file: Uint8Array) {
  const { header, section } = readPackFile(file);
  const { kind, licence, origin } = header;
  const languages = Array.isArray(header.languages) ? header.languages.map(String) : [];
  const isKnown =
    kind === scanPackKind && languages.length > 0 && languages.every((one) => /^[a-z][a-z_]{2,15}$/.test(one));
  if (!isKnown) throw new Error("The pack for scans names no languages that can be used.");
  if (typeof licence !== "string" || typeof origin !== "string") {
    throw new Error("The pack for scans does not say where its data comes from and under what licence.");
  }
  return {
    /** Such as `scans-deu-eng`. */
    model: `scans-${languages.toSorted().join("-")}`.slice(0, 64),
    licence: shownLine(licence),
    origin: shownLine(origin),
    /** Tesseract's codes: `eng`, `deu`. */
    languages,
    notice: shownText(new TextDecoder().decode(section("notice", "u8"))),
    /** @throws Error if the data is damaged */
    dataOf: (language: string): Uint8Array => gunzipSync(section(language, "u8"), { maxOutputLength: mostBytes }),
  };
}

/** Each language takes its own time for every word. */
export const mostAtOnce = 3;

/** @param language of a source: BCP 47, or unknown */
export function languagesFor({ languages }: Pick<ScanPack, "languages">, language: string): readonly string[] {
  return languages.filter((one) => twoLetters(one) === twoLetters(language));
}

/** `deu` and `de-AT` become `de`. Chinese is the only language under another code than that of ISO 639-2/T. */
function twoLetters(language: string): string {
  if (language.startsWith("chi_")) return "zh";
  try {
    return new Intl.Locale(language.split("_")[0]!).language;
  } catch {
    return language;
  }
}
