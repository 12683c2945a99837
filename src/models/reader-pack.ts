/** Its head says whether and where a block answers a question. */
import { type EncoderShape, readShape } from "./encoder/encoder-shape.ts";
import { type GroupedWords, groupedWords } from "./encoder/grouped-words.ts";
import { isRecord, type PackFile, readPackFile } from "./encoder/pack-file.ts";

export interface ReaderPack extends Omit<PackFile, "header"> {
  readonly name: string;
  readonly shape: EncoderShape;
  readonly vocabulary: readonly string[];
  readonly words: GroupedWords;
}

export function readReaderPack(file: Uint8Array): ReaderPack {
  const { header, ...pack } = readPackFile(file);
  const [tokens, encoder, head] = [header.tokens, header.encoder, header.head].map((part) =>
    isRecord(part) ? part : {},
  );
  const pieces = `${tokens?.uncased === true ? "uncased" : "cased"} ${tokens?.kind}`;
  const asked = `${encoder?.kind} encoder with ${encoder?.activation}, ${pieces}, ${head?.kind} head`;
  if (asked !== "bert encoder with gelu, uncased wordpiece, reader head") {
    throw new Error(`The model pack asks for what this version cannot do: ${asked}.`);
  }
  const shape = readShape(encoder);
  const vocabulary = new TextDecoder("utf-8", { fatal: true }).decode(pack.section("vocabulary", "u8")).split("\n");
  if (vocabulary.length !== shape.vocabulary) throw new Error("The model pack's vocabulary is incomplete.");
  return { ...pack, name: String(header.name), shape, vocabulary, words: groupedWords(pack, shape) };
}
