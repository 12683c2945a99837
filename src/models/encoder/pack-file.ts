/** docs/sense.md has the format. Matrices are stored as the kernel reads them. */

const magic = "DOCENTSE";
/** Raise it with every change of the format. */
const formatVersion = 1;
const preambleBytes = 48;

/** `q4`: 4-bit weights in groups; `u4`: halves of bytes. */
export type ElementType = "i8" | "u8" | "u32" | "f16" | "f32" | "q4" | "u4";

export interface PackSection {
  readonly type: ElementType;
  readonly offset: number;
  readonly bytes: number;
}

export type PackFile = ReturnType<typeof readPackFile>;

export function readPackFile(file: Uint8Array) {
  const { text, length } = readHeader(file);
  const content = file.subarray(preambleBytes + length);
  const { sections, ...header } = parseHeader(text);
  const find = (name: string): PackSection => {
    const section = isRecord(sections) && Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (!isSection(section, content.byteLength)) throw new Error(`The model pack has no usable section ${name}.`);
    return section;
  };
  return {
    header,
    sections: content,
    /** @throws Error if there is none with this name and size */
    offsetOf(name: string, type: ElementType, size: number) {
      const section = find(name);
      if (section.type !== type || section.bytes !== size) {
        throw new Error(`Section ${name} of the model pack is not ${size} bytes of ${type}.`);
      }
      return section.offset;
    },
    /** @throws Error if there is none with this name and type */
    section(name: string, type: ElementType) {
      const section = find(name);
      if (section.type !== type) throw new Error(`Section ${name} of the model pack is not of type ${type}.`);
      return content.subarray(section.offset, section.offset + section.bytes);
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
  if ((preambleBytes + length) % 64 !== 0 || preambleBytes + length > file.byteLength) {
    throw new Error("The model pack's header has an impossible length.");
  }
  return { text: decode(preambleBytes, preambleBytes + length), length };
}

function parseHeader(text: string): Readonly<Record<string, unknown>> {
  let header: unknown = null;
  try {
    header = JSON.parse(text);
  } catch {}
  if (!isRecord(header)) throw new Error("The model pack's header is not readable.");
  return header;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSection(section: unknown, available: number): section is PackSection {
  if (!isRecord(section)) return false;
  const { type, offset, bytes } = section;
  if (typeof type !== "string" || !isCount(offset) || !isCount(bytes)) return false;
  return offset % 64 === 0 && offset + bytes <= available;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
