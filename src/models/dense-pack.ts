import { shownLine, shownText } from "../language/text/shown-text.ts";
import type { CharacterMap } from "./character-map.ts";
import { groupColumns, rowsAtOnce } from "./encoder/encoder-kernel.ts";
import { readShape } from "./encoder/encoder-shape.ts";
import { aligned, groupedWords } from "./encoder/grouped-words.ts";
import { isRecord, type PackFile, readPackFile } from "./encoder/pack-file.ts";
import type { LanguageCentres } from "./language-centres.ts";
import type { UnigramVocabulary } from "./unigram.ts";

export type DensePack = ReturnType<typeof readDensePack>;
export type DenseFacts = ReturnType<typeof factsIn>;

export function readDensePack(file: Uint8Array) {
  const { header, ...pack } = readPackFile(file);
  const { tokens } = readKinds(header);
  const shape = readShape(header.encoder);
  const { width, feedForward, vocabulary: size } = shape;
  const isTiled = [width, feedForward].every((columns) => columns % groupColumns === 0 && columns % rowsAtOnce === 0);
  if (!isTiled) throw new Error(`The model pack's widths are not multiples of ${groupColumns}.`);
  return {
    ...pack,
    facts: factsIn(header, pack),
    shape,
    vocabulary: readVocabulary(pack, tokens, size),
    characters: readCharacters(pack),
    words: groupedWords(pack, shape),
    notice: shownText(new TextDecoder().decode(pack.section("notice", "u8"))),
  };
}

export function readDenseFacts(file: Uint8Array) {
  const { header, ...pack } = readPackFile(file);
  return factsIn(header, pack);
}

function factsIn(header: PackPart, pack: Sections) {
  const { head } = readKinds(header);
  const { width } = readShape(header.encoder);
  return {
    ...readName(header),
    dimensions: width,
    prefixes: readPrefixes(head),
    centres: readCentres(pack, head.centres, width),
  };
}

type Sections = Pick<PackFile, "section">;
type PackPart = Readonly<Record<string, unknown>>;

function readKinds(header: PackPart): { readonly tokens: PackPart; readonly head: PackPart } {
  const part = (name: string): PackPart => {
    const found = header[name];
    return isRecord(found) ? found : {};
  };
  const [tokens, encoder, head] = [part("tokens"), part("encoder"), part("head")];
  const vectors = head.normalised === true ? "normalised" : "plain";
  const required = `${encoder.kind} encoder with ${encoder.activation}, ${tokens.kind} tokens, ${vectors} ${head.kind} head`;
  if (required !== "bert encoder with gelu, unigram tokens, normalised mean head") {
    throw new Error(`The model pack asks for what this version cannot do: ${required}.`);
  }
  return { tokens, head };
}

/** Vectors of different recipes cannot be compared. */
function readName({ name, licence, origin }: PackPart) {
  const [, model, version] = /^(\w[\w.-]{0,63})\/(\d{1,4})$/.exec(String(name)) ?? [];
  if (model === undefined || version === undefined) throw new Error("The model pack has no usable name.");
  if (typeof licence !== "string" || typeof origin !== "string" || licence.length > 100 || origin.length > 500) {
    throw new Error("The model pack does not say where its model comes from and under what licence.");
  }
  return { model, recipe: `pack-${version}`, licence: shownLine(licence), origin: shownLine(origin) };
}

function readPrefixes({ question, passage }: PackPart) {
  if (typeof question !== "string" || typeof passage !== "string" || question.length + passage.length > 1000) {
    throw new Error("The model pack has no usable prefixes.");
  }
  return { question, passage };
}

/** @param languages absent: none */
function readCentres(pack: Sections, languages: unknown, width: number): LanguageCentres {
  if (languages === undefined) return new Map();
  const numbers = new Float32Array(aligned(pack.section("centres", "f32")));
  const isWhole =
    Array.isArray(languages) &&
    languages.every((language) => typeof language === "string" && /^[a-z]{2,3}$/.test(language)) &&
    new Set(languages).size === languages.length &&
    numbers.length === languages.length * width &&
    numbers.every(Number.isFinite);
  if (!isWhole) throw new Error("The model pack's centres of languages are not usable.");
  return new Map(languages.map((language, at) => [language, numbers.slice(at * width, (at + 1) * width)]));
}

function readVocabulary(pack: Sections, tokens: PackPart, size: number): UnigramVocabulary {
  const bytes = pack.section("pieces", "u8");
  const ends = numbers(pack, "pieces.end");
  const ids = numbers(pack, "pieces.id");
  const scores = new Float32Array(aligned(pack.section("pieces.score", "f32")));
  const [first, last, unknown] = [tokens.first, tokens.last, tokens.unknown].map(Number);
  const known = [...[first, last, unknown].map(Number)];
  const unknownScore = Math.fround(Number(tokens.unknownScore));
  const isWhole =
    ids.length === ends.length &&
    scores.length === ends.length &&
    isPartition(ends, bytes.length) &&
    [...known].every((id) => Number.isInteger(id) && id >= 0 && id < size) &&
    ids.every((id) => id < size) &&
    scores.every(Number.isFinite) &&
    Number.isFinite(unknownScore);
  if (!isWhole || !isSorted(bytes, ends)) throw new Error("The model pack's vocabulary is not usable.");
  const [begin = 0, end = 0, other = 0] = known;
  return { bytes, ends, ids, scores, first: begin, last: end, unknown: other, unknownScore };
}

function readCharacters(pack: Sections): CharacterMap {
  const from = numbers(pack, "characters");
  const ends = numbers(pack, "characters.end");
  const become = numbers(pack, "characters.become");
  const isAscending = from.every((codePoint, at) => at === 0 || codePoint > from[at - 1]!);
  const isWhole = from.length === ends.length && ends.every((end, at) => end >= (ends[at - 1] ?? 0));
  if (!isAscending || !isWhole || (ends.at(-1) ?? 0) !== become.length || ![...from, ...become].every(isScalar)) {
    throw new Error("The model pack's characters are not usable.");
  }
  return { from, ends, become };
}

function isPartition(ends: Uint32Array, bytes: number): boolean {
  return ends.every((end, at) => end > (at === 0 ? 0 : ends[at - 1]!)) && (ends.at(-1) ?? 0) === bytes;
}

function isSorted(bytes: Uint8Array, ends: Uint32Array): boolean {
  let from = 0;
  for (let at = 1; at < ends.length; at++) {
    const [middle, to] = [ends[at - 1]!, ends[at]!];
    const shared = Math.min(middle - from, to - middle);
    let same = 0;
    while (same < shared && bytes[from + same] === bytes[middle + same]) same++;
    const isLess = same < shared ? bytes[from + same]! < bytes[middle + same]! : middle - from < to - middle;
    if (!isLess) return false;
    from = middle;
  }
  return true;
}

function isScalar(codePoint: number): boolean {
  return codePoint <= 0x10_ff_ff && (codePoint < 0xd8_00 || codePoint > 0xdf_ff);
}

function numbers(pack: Sections, name: string): Uint32Array {
  return new Uint32Array(aligned(pack.section(name, "u32")));
}
