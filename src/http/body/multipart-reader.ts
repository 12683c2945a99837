/** Reads multipart/form-data part by part, as its bytes arrive (RFC 7578, RFC 2046 section 5.1). */
import { Fault } from "../../kernel/fault.ts";

export interface FormPart {
  readonly name: string;
  /** As sent: it may hold a path. Null for a plain field. */
  readonly filename: string | null;
  readonly type: string | null;
  /** Must be read before the next part; unread bytes are skipped. */
  readonly content: AsyncIterable<Uint8Array>;
}

const maxParts = 64;
const maxHeaderBytes = 16_384;
const lineEnd = Buffer.from("\r\n");
const headersEnd = Buffer.from("\r\n\r\n");

/** @throws Fault `invalid_parameter` for a malformed or cut form */
export async function* readMultipart(body: AsyncIterable<Uint8Array>, contentType: string): AsyncGenerator<FormPart> {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
  // The first delimiter may be at the start, without a line end before it.
  const stream = new MarkedStream(body, lineEnd);
  await drain(stream.until(delimiter));
  for (let count = 1; !(await isClosing(stream)); count++) {
    if (count > maxParts) throw malformed(`has more than ${maxParts} parts`);
    const content = stream.until(delimiter);
    yield { ...partHead(await headersOf(stream)), content };
    await drain(content);
  }
}

/** 1 to 70 characters (RFC 2046, section 5.1.1). */
function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70})(?=[\s;]|$))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary !== undefined) return boundary;
  throw malformed("names no boundary in its content type", "Let your HTTP client set the Content-Type of forms.");
}

/** After a delimiter: `--` at the end of the form, else spaces and a line end. */
async function isClosing(stream: MarkedStream): Promise<boolean> {
  const start = await stream.take(2);
  if (start.equals(Buffer.from("--"))) return true;
  if (start.equals(lineEnd)) return false;
  const padding = await gather(stream.until(lineEnd), maxHeaderBytes);
  if (!/^[ \t]*$/.test(start.toString("latin1") + padding.toString("latin1"))) throw malformed("is damaged");
  return false;
}

async function headersOf(stream: MarkedStream): Promise<Headers> {
  const text = (await gather(stream.until(headersEnd), maxHeaderBytes)).toString("utf8");
  const headers: Record<string, string> = {};
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) throw malformed("has a part whose headers are damaged");
    headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

type Headers = Readonly<Record<string, string>>;

function partHead(headers: Headers): Omit<FormPart, "content"> {
  const disposition = headers["content-disposition"] ?? "";
  const name = /^form-data\b/i.test(disposition) ? parameterOf(disposition, "name") : null;
  if (name === null) throw malformed("has a part without a name");
  const filename = extendedParameterOf(disposition, "filename") ?? parameterOf(disposition, "filename");
  return { name, filename, type: headers["content-type"] ?? null };
}

/**
 * Browsers escape quotes and line ends as `%22`, `%0D`, `%0A` (WHATWG), others with a backslash, which may also be part
 * of a Windows path.
 */
function parameterOf(disposition: string, parameter: string): string | null {
  const pattern = new RegExp(`;\\s*${parameter}=(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, "i");
  const [, quoted, bare] = pattern.exec(disposition) ?? [];
  const value = quoted ?? bare;
  return value === undefined
    ? null
    : value.replaceAll('\\"', '"').replace(/%(22|0D|0A)/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** `filename*=UTF-8''na%C3%AFve.txt` (RFC 5987), which some clients send although RFC 7578 advises against it. */
function extendedParameterOf(disposition: string, parameter: string): string | null {
  const encoded = new RegExp(`;\\s*${parameter}\\*=utf-8'[^']*'([^\\s;]+)`, "i").exec(disposition)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null; // damaged escapes: the plain parameter serves
  }
}

class MarkedStream {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer;

  constructor(pieces: AsyncIterable<Uint8Array>, before: Buffer) {
    this.#pieces = pieces[Symbol.asyncIterator]();
    this.#held = before;
  }

  async *until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#held.indexOf(mark);
      if (at >= 0) {
        const last = this.#held.subarray(0, at);
        this.#held = this.#held.subarray(at + mark.length);
        if (last.length > 0) yield last;
        return;
      }
      const certain = this.#held.length - begunLength(this.#held, mark);
      const piece = this.#held.subarray(0, certain);
      this.#held = this.#held.subarray(certain);
      if (piece.length > 0) yield piece;
      await this.#more();
    }
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more();
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#pieces.next();
    if (done === true) throw malformed("ends before its closing boundary", "Was the upload cut off?");
    this.#held =
      this.#held.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([this.#held, value]);
  }
}

function begunLength(bytes: Buffer, mark: Buffer): number {
  for (let at = Math.max(0, bytes.length - mark.length + 1); at < bytes.length; at++) {
    if (mark.subarray(0, bytes.length - at).equals(bytes.subarray(at))) return bytes.length - at;
  }
  return 0;
}

/** @throws Fault `invalid_parameter` if it is longer than `limit` bytes */
export async function gather(content: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.byteLength;
    if (bytes > limit) throw malformed(`has a field or a header of more than ${limit} bytes`);
    pieces.push(piece.slice());
  }
  return Buffer.concat(pieces);
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

function malformed(what: string, hint?: string): Fault {
  return new Fault("invalid_parameter", `The multipart form ${what}.`, {
    param: "file",
    ...(hint === undefined ? {} : { hint }),
  });
}
