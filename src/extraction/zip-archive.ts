import { crc32, inflateRawSync } from "node:zlib";
import { ExtractionError } from "../sources/extraction-error.ts";
import type { ExtractionLimits } from "./format-extractor.ts";
import { decodeText, detectCharset } from "./plain/charset.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";

/** Bytes up to which any ratio is allowed, because small archives of repeated text pack very well. */
const ratioFloor = 10_000_000;
const localSignature = 0x04034b50;

/** Unpacks on demand within one bound, so bombs and overlapping entries cost no more. */
export class ZipArchive {
  readonly #bytes: Uint8Array;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #left: number;

  constructor(bytes: Uint8Array, limits: ExtractionLimits) {
    this.#bytes = bytes;
    this.#entries = new Map(readZipDirectory(bytes, limits.entries).map((entry) => [entry.name, entry]));
    this.#left = Math.min(limits.unpackedBytes, Math.max(ratioFloor, bytes.length * limits.inflationRatio));
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Null: no such part. @throws ExtractionError */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    if (entry.encrypted) {
      throw new ExtractionError(
        "encrypted_file",
        "The file is protected by a password. Remove the password and upload the file again.",
      );
    }
    const unpacked = this.#unpack(entry, this.#packed(entry));
    this.#left -= unpacked.length;
    if (crc32(unpacked) !== entry.checksum) throw damaged(entry);
    return unpacked;
  }

  /** XML in its declared encoding, or UTF-8. */
  text(name: string): string | null {
    const bytes = this.read(name);
    return bytes === null ? null : decodeText(bytes, detectCharset(bytes, null));
  }

  #packed(entry: ZipEntry): Uint8Array {
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    const { offset } = entry;
    if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== localSignature) throw damaged(entry);
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    if (start + entry.packedBytes > view.byteLength) throw damaged(entry);
    return this.#bytes.subarray(start, start + entry.packedBytes);
  }

  #unpack(entry: ZipEntry, packed: Uint8Array): Uint8Array {
    if (entry.method !== 0 && entry.method !== 8) throw damaged(entry);
    if ((entry.method === 0 ? packed.length : 0) > this.#left || this.#left <= 0) throw bomb();
    if (entry.method === 0) return packed;
    try {
      return inflateRawSync(packed, { maxOutputLength: this.#left });
    } catch (error) {
      if (error instanceof RangeError) throw bomb();
      throw damaged(entry, error);
    }
  }
}

function bomb(): ExtractionError {
  return new ExtractionError("too_large", "The file unpacks to far more data than a document of its size holds.");
}

function damaged(entry: ZipEntry, cause?: unknown): ExtractionError {
  const name = entry.name.replace(/[^\x20-\x7e]/g, "").slice(0, 100);
  return new ExtractionError(
    "corrupt_file",
    `The file is damaged or was cut off: its part ${name} cannot be unpacked.`,
    cause,
  );
}
