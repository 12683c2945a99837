import { decodeText, detectCharset, knownCharset } from "./charset.ts";

/** `fields`: the first of each, by lower-case name. The body is still encoded. */
export interface MimePart {
  readonly fields: ReadonlyMap<string, string>;
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** RFC 5322, RFC 2045. */
export function readPart(bytes: Uint8Array): MimePart {
  const source = textOf(bytes);
  const gap = /\r?\n\r?\n/.exec(source);
  const header = gap === null ? source : source.slice(0, gap.index);
  const body = gap === null ? new Uint8Array() : bytes.subarray(gap.index + gap[0].length);
  const fields = readFields(header);
  const [type = "", ...rest] = (fields.get("content-type") ?? "text/plain").split(";");
  return { fields, type: type.trim().toLowerCase(), parameters: readParameters(rest.join(";")), body };
}

function readFields(header: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of header.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function readParameters(text: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of text.matchAll(
    /([\w*-]{1,60})\s{0,9}=\s{0,9}(?:"([^"]{0,1000})"|([^;\s]{0,1000}))/g,
  )) {
    parameters.set(name.toLowerCase(), quoted ?? plain);
  }
  return parameters;
}

/** RFC 2046, 5.1. An unclosed boundary ends with the body. */
export function splitParts(part: MimePart, most: number): MimePart[] {
  const boundary = part.parameters.get("boundary");
  if (boundary === undefined || boundary === "") return [];
  const body = Buffer.from(part.body.buffer, part.body.byteOffset, part.body.byteLength);
  const mark = `--${boundary}`;
  const parts: MimePart[] = [];
  let from = boundaryAt(body, mark, 0);
  while (
    from !== -1 &&
    parts.length < most &&
    body.toString("latin1", from + mark.length, from + mark.length + 2) !== "--"
  ) {
    const next = boundaryAt(body, mark, from + mark.length);
    const start = body.indexOf("\n", from) + 1;
    parts.push(readPart(part.body.subarray(start, next === -1 ? undefined : next)));
    from = next;
  }
  return parts;
}

function boundaryAt(body: Buffer, mark: string, from: number): number {
  let at = body.indexOf(mark, from, "latin1");
  while (at > 0 && body[at - 1] !== 0x0a) at = body.indexOf(mark, at + 1, "latin1");
  return at;
}

/** RFC 2045, 6. Uses the declared charset if it is possible. */
export function partText(part: MimePart): string {
  const encoding = part.fields.get("content-transfer-encoding")?.toLowerCase() ?? "";
  let bytes = part.body;
  if (encoding === "base64") bytes = Uint8Array.from(Buffer.from(textOf(bytes), "base64"));
  else if (encoding === "quoted-printable") bytes = quotedPrintable(textOf(bytes).replace(/=[ \t]{0,80}\r?\n/g, ""));
  return decodeText(bytes, detectCharset(bytes, knownCharset(part.parameters.get("charset"))));
}

function quotedPrintable(text: string): Uint8Array {
  return bytesOf(text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
}

/** RFC 2047. Reads bytes beyond ASCII as UTF-8 if valid (RFC 6532). */
export function decodeField(value: string): string {
  const raw = /[\x80-\xff]/.test(value) ? decodeText(bytesOf(value), detectCharset(bytesOf(value), null)) : value;
  return raw
    .replace(/(=\?[\w.:-]{1,60}\?[bBqQ]\?[^?\s]{0,1000}\?=)\s+(?==\?)/g, "$1")
    .replace(
      /=\?([\w.:-]{1,60})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\s]{0,1000})\?=/g,
      (word, charset: string, how: string, text: string) => {
        const known = knownCharset(charset);
        if (known === null) return word;
        const bytes =
          how.toLowerCase() === "b"
            ? Uint8Array.from(Buffer.from(text, "base64"))
            : quotedPrintable(text.replaceAll("_", " "));
        return decodeText(bytes, known);
      },
    );
}
