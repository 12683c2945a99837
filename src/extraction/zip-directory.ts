import { ExtractionError } from "../sources/extraction-error.ts";

/** Sizes are unverified until the entry is unpacked. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflate. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly checksum: number;
  readonly offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endSize = 22;

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  (bytes[2] === 0x03 || bytes[2] === 0x05) &&
  (bytes[3] === 0x04 || bytes[3] === 0x06);

/** APPNOTE 4.3.12; not ZIP64, which is for more than the limits allow. @throws `corrupt_file`, `too_large` */
export function readZipDirectory(bytes: Uint8Array, mostEntries: number): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > mostEntries) throw tooManyEntries(mostEntries);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) throw damaged();
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      checksum: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** From the end, because a comment of at most 65,535 bytes follows. */
function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - endSize - 0xffff);
  for (let at = view.byteLength - endSize; at >= lowest; at--) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  throw damaged();
}

function damaged(): ExtractionError {
  return new ExtractionError(
    "corrupt_file",
    "The file is damaged or was cut off: its list of contents cannot be read.",
  );
}

function tooManyEntries(most: number): ExtractionError {
  return new ExtractionError("too_large", `The file contains more than ${most} parts, which is the limit.`);
}

/** The top folder with this part, and its slash; empty: no folder; null: no such part. */
export function topFolderWith(part: string, names: readonly string[]): string | null {
  const found = names.find(
    (name) => name === part || (name.endsWith(`/${part}`) && name.indexOf("/") === name.length - part.length - 1),
  );
  return found === undefined ? null : found.slice(0, -part.length);
}
