export interface TarEntry {
  /** 1 to 99 ASCII letters, digits, `.`, `_`, `-` and `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly modified: number;
}

export const blockBytes = 512;
const namePattern = /^[\w.-]+(?:\/[\w.-]+)*$/;
const octalLimit = 8 ** 11;
const checksumAt = { start: 148, end: 156 };

export function encodeTarHeader({ name, bytes, modified }: TarEntry): Uint8Array<ArrayBuffer> {
  if (!namePattern.test(name) || name.length > 99) throw new Error(`"${name}" cannot name an entry`);
  const block = new Uint8Array(blockBytes);
  const put = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  put(0, name);
  put(100, "0000600\0"); // mode
  put(108, "0000000\0"); // owner
  put(116, "0000000\0"); // group
  if (bytes < octalLimit) put(124, `${octal(bytes, 11)}\0`);
  else putBase256(block, bytes);
  put(136, `${octal(modified, 11)}\0`);
  put(156, "0"); // a plain file
  put(257, "ustar\0" + "00");
  put(checksumAt.start, `${octal(checksumOf(block), 6)}\0 `);
  return block;
}

/** Null unless it is byte for byte what `encodeTarHeader` makes. */
export function decodeTarHeader(block: Uint8Array): TarEntry | null {
  const text = (start: number, end: number) => new TextDecoder("latin1").decode(block.subarray(start, end));
  const name = text(0, 100).replace(/\0.*$/s, "");
  const bytes = block[124] === 0x80 ? base256(block) : Number.parseInt(text(124, 135), 8);
  const modified = Number.parseInt(text(136, 147), 8);
  const isPossible = namePattern.test(name) && name.length < 100 && Number.isSafeInteger(bytes) && modified >= 0;
  if (!isPossible) return null;
  const entry = { name, bytes, modified };
  return Buffer.compare(block, encodeTarHeader(entry)) === 0 ? entry : null;
}

export function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

function putBase256(block: Uint8Array, value: number): void {
  block[124] = 0x80;
  new DataView(block.buffer).setBigUint64(128, BigInt(value));
}

function base256(block: Uint8Array): number {
  return Number(new DataView(block.buffer, block.byteOffset).getBigUint64(128));
}

function checksumOf(block: Uint8Array): number {
  return block.reduce((sum, byte, at) => sum + (at >= checksumAt.start && at < checksumAt.end ? 0x20 : byte), 0);
}
