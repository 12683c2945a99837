/**
 * A model in one file, made by .ci/convert-sense-pack.py. All numbers are little-endian.
 *
 *   0   8 bytes  magic "DOCENTSE"
 *   8   u32      format version
 *   12  u32      length of the header
 *   16  32 bytes SHA-256 of everything after it
 *   48           the header, JSON, filled up with spaces to a multiple of 64 bytes: the model's name, languages and
 *                architecture, and its sections by name, each with element type, offset from the first and length in bytes
 *                the sections, each at a multiple of 64 bytes from the first
 *
 * The sections are copied to the kernel's memory as they are, so a matrix lies in the file in the order in which the kernel
 * reads it. docs/sense.md lists them.
 */
import { rowsAtOnce } from "./encoder-kernel.ts";

const magic = "DOCENTSE";
/** Raised with every change to the header, the sections or to what their numbers mean. */
const formatVersion = 1;
const preambleBytes = 48;

/** The shape of an encoder of the BERT family (Devlin et al., arXiv 1810.04805). */
export interface EncoderShape {
  /** Layers. */
  readonly depth: number;
  /** Numbers a token between the layers. */
  readonly width: number;
  readonly heads: number;
  /** Numbers a token inside of a layer's second half. */
  readonly feedForward: number;
  /** The longest text in tokens, the two that frame it included. */
  readonly positions: number;
  /** Word pieces. */
  readonly vocabulary: number;
  readonly normEpsilon: number;
}

interface Section {
  readonly type: "i8" | "u8" | "f32";
  readonly offset: number;
  readonly bytes: number;
}

export interface SensePack {
  /** The model's name, its version and the pack's. */
  readonly name: string;
  /** Languages that the model knows, as primary subtags of BCP 47. */
  readonly languages: readonly string[];
  readonly shape: EncoderShape;
  readonly head: "splade";
  /** Word pieces in the order of their numbers. */
  readonly vocabulary: readonly string[];
  /** All sections, to be placed at an address that is a multiple of 16. */
  readonly sections: Uint8Array;
  /** Where in them a section begins. @throws Error when there is none of this name and size. */
  offsetOf(name: string, type: Section["type"], bytes: number): number;
}

/** @throws Error when the file is damaged, or of a kind that this version does not know. */
export function readSensePack(file: Uint8Array): SensePack {
  const header = readHeader(file);
  const sections = file.subarray(preambleBytes + header.length);
  const facts = readFacts(header.text);
  const find = (name: string): Section => {
    const section = facts.sections[name];
    if (section === undefined || section.offset % 64 !== 0 || section.offset + section.bytes > sections.byteLength) {
      throw new Error(`The model pack has no usable section ${name}.`);
    }
    return section;
  };
  const { offset, bytes } = find("vocabulary");
  const vocabulary = new TextDecoder("utf-8", { fatal: true })
    .decode(sections.subarray(offset, offset + bytes))
    .split("\n");
  if (vocabulary.length !== facts.shape.vocabulary) throw new Error("The model pack's vocabulary is incomplete.");
  return {
    name: facts.name,
    languages: facts.languages,
    shape: facts.shape,
    head: facts.head,
    vocabulary,
    sections,
    offsetOf(name, type, size) {
      const section = find(name);
      if (section.type !== type || section.bytes !== size) {
        throw new Error(`Section ${name} of the model pack is not ${size} bytes of ${type}.`);
      }
      return section.offset;
    },
  };
}

function readHeader(file: Uint8Array): { readonly text: string; readonly length: number } {
  const decode = (from: number, to: number) => new TextDecoder().decode(file.subarray(from, to));
  if (file.byteLength < preambleBytes || decode(0, 8) !== magic) throw new Error("This is no model pack.");
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const version = view.getUint32(8, true);
  if (version !== formatVersion) throw new Error(`The model pack is of format ${version}, not ${formatVersion}.`);
  const digest = new Bun.CryptoHasher("sha256").update(file.subarray(preambleBytes)).digest();
  if (!digest.equals(file.subarray(16, preambleBytes))) throw new Error("The model pack is damaged.");
  const length = view.getUint32(12, true);
  return { text: decode(preambleBytes, preambleBytes + length), length };
}

interface PackFacts extends Pick<SensePack, "name" | "languages" | "shape" | "head"> {
  readonly sections: Readonly<Record<string, Section>>;
}

/** What the converter writes into the header. */
interface WrittenHeader extends Omit<PackFacts, "shape" | "head"> {
  readonly tokens: { readonly kind: string; readonly uncased: boolean };
  readonly encoder: EncoderShape & { readonly kind: string; readonly activation: string };
  readonly head: { readonly kind: string };
}

/** The checksum has vouched for the header's form; what it asks for may still be more than this version can do. */
function readFacts(text: string): PackFacts {
  const { name, languages, tokens, encoder, head, sections } = JSON.parse(text) as WrittenHeader;
  const { kind, activation, ...shape } = encoder;
  const asked = `${kind} encoder with ${activation}, ${tokens.uncased ? "uncased" : "cased"} ${tokens.kind}, ${head.kind} head`;
  if (asked !== "bert encoder with gelu, uncased wordpiece, splade head") {
    throw new Error(`The model pack asks for what this version cannot do: ${asked}.`);
  }
  const { width, heads, feedForward } = shape;
  const steps = [width / 16, feedForward / 16, width / heads / 16, (3 * width) / rowsAtOnce];
  if (!steps.every(Number.isInteger)) throw new Error("The model pack's widths are no multiples of 16.");
  return { name, languages, shape, head: "splade", sections };
}
