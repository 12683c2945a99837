import { inflateSync } from "node:zlib";
import { ExtractionError } from "../../sources/extraction-error.ts";

/** Of a stream, unpacked: a drawing takes kilobytes, a poster's pixels megabytes. */
const mostBytes = { instructions: 64_000_000, image: 256_000_000 } as const;
/** Of deflate (RFC 1951: 258 bytes for two bits), so shorter streams are harmless. */
const bestRatio = 1_032;
/** Bytes between a stream's dictionary and its data. */
const longestDictionary = 2_000;
const mostFilters = 4;

/** Unpacked bytes for one file. */
const mostWork = 2_000_000_000;

/** pdf.js has no bound, so suspicious streams are first unpacked here. @throws `too_large` */
export function refuseStreamBombs(bytes: Uint8Array): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = 0;
  let work = 0;
  for (let at = source.indexOf("stream"); at !== -1; at = source.indexOf("stream", at + "stream".length)) {
    if (end < at) end = source.indexOf("endstream", at);
    if (end === -1) end = source.length;
    const dictionary = source.toString("latin1", Math.max(0, at - longestDictionary), at);
    const start = at + "stream".length + (source[at + "stream".length] === 0x0d ? 2 : 1);
    work += checkStream(source.subarray(start, end), dictionary.slice(dictionary.lastIndexOf(" obj") + 1));
    if (work > mostWork) throw bomb();
  }
}

function checkStream(packed: Uint8Array, dictionary: string): number {
  const filters = dictionary.match(/\/Fl(?:ateDecode)?\b/g)?.length ?? 0;
  const most = /\/Subtype\s*\/Image/.test(dictionary) ? mostBytes.image : mostBytes.instructions;
  let data = packed;
  let work = 0;
  for (let i = 0; i < Math.min(filters, mostFilters) && data.length * bestRatio ** (filters - i) > most; i++) {
    const unpacked = unpack(data, most);
    if (unpacked === null) break;
    data = unpacked;
    work += data.length;
  }
  return work;
}

/** Null: damaged or encrypted, so the library cannot unpack it either. */
function unpack(data: Uint8Array, most: number): Uint8Array | null {
  try {
    return inflateSync(data, { maxOutputLength: most });
  } catch (error) {
    if (!(error instanceof RangeError)) return null;
    throw bomb(error);
  }
}

function bomb(cause?: unknown): ExtractionError {
  return new ExtractionError("too_large", "A part of the file unpacks to far more data than a page holds.", cause);
}
