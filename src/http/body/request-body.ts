/** Reads body and query within limits. Routes call it after the key has been checked. */
import type { Static, TSchema } from "@sinclair/typebox";
import type { Checked } from "../../api/validation.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { isUnicodeJson } from "../../kernel/json.ts";
import { within } from "../../kernel/timer.ts";
import { decoded, isEncoded } from "./content-encoding.ts";
import { jsonFault, placeIn } from "./json-faults.ts";

/** 2,000,000 characters, each escaped as `\uXXXX` in the worst case, and other fields. */
export const maxJsonBytes = 16_777_216;

/** @throws Fault `invalid_json`, `payload_too_large`, `unsupported_content_encoding` */
export async function readJson(request: Request): Promise<unknown> {
  return parseJson(await readJsonText(request));
}

async function readJsonText(request: Request): Promise<string> {
  const type = mediaType(request);
  if (type !== "application/json" && !type.endsWith("+json")) throw notDeclaredAsJson(type);
  return readText(request);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(text, cause);
  }
}

/** For bodies that are stored. @throws Fault like `readJson`, and `invalid_json` for text that is not Unicode */
export async function readStoredJson(request: Request): Promise<unknown> {
  const text = await readJsonText(request);
  const value = parseJson(text);
  if (!isUnicodeJson(text, value)) throw halfCharacters();
  return value;
}

function halfCharacters(): Fault {
  return new Fault(
    "invalid_json",
    "The body holds half of a surrogate pair (such as `\\ud83d` alone), which is no character.",
    {
      hint: "Text was probably cut in the middle of an emoji. Cut it between characters.",
    },
  );
}

function notDeclaredAsJson(type: string): Fault {
  const what =
    type === ""
      ? "The request has no Content-Type"
      : type === "application/x-www-form-urlencoded"
        ? `The body was sent as a form (${type}), as \`curl -d\` does by itself`
        : `The body was sent as ${type}`;
  return new Fault("invalid_json", `${what}; this route reads JSON.`, {
    hint: "Add the header `Content-Type: application/json`.",
  });
}

function notJson(text: string, cause: unknown): Fault {
  if (text.trim() === "") {
    return new Fault("invalid_json", "The body is empty.", { hint: "Send a JSON object.", cause });
  }
  const fault = jsonFault(text);
  const where = fault === null ? "" : ` at ${placeIn(text, fault.at)}: ${fault.reason}`;
  return new Fault("invalid_json", `The body is not valid JSON${where}.`, { cause });
}

export async function readBody<T extends TSchema>(request: Request, body: Checked<T>): Promise<Static<T>> {
  return body.parse(await readStoredJson(request));
}

/** Each at most once; numbers and booleans are converted. */
export function readQuery<T extends TSchema>(request: Request, query: Checked<T>): Static<T> {
  return readFields(new URL(request.url).searchParams, query);
}

export function readFields<T extends TSchema>(
  fields: Iterable<readonly [name: string, text: string]>,
  { schema, parse }: Checked<T>,
): Static<T> {
  const given = new Map<string, unknown>();
  for (const [name, text] of fields) {
    if (given.has(name)) throw invalidParameter(name, `"${name}" is given more than once.`);
    given.set(name, readValue(text, schema, name));
  }
  return parse(Object.fromEntries(given));
}

export function mediaType(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Milliseconds at any speed; after that, a least rate in bytes per second. */
const bodyTimeout = 60_000;
const slowest = 1000;

/** @throws Fault like `sentBytes`, `unsupported_content_encoding` */
export function bodyBytes(request: Request): AsyncIterable<Uint8Array> {
  return decoded(request, sentBytes(request));
}

/** @param now milliseconds from any origin @throws Fault `invalid_parameter`, `request_timeout` */
export async function* sentBytes(request: Request, now = () => performance.now()): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const began = now();
  let bytes = 0;
  try {
    for await (const piece of request.body) {
      bytes += piece.byteLength;
      refuseDrips(now() - began, bytes);
      yield piece;
    }
  } catch (cause) {
    throw cutOff(request, cause);
  }
}

/** In one piece, which makes questions about a seventh cheaper. Too slow if it is not complete in time. */
async function smallBody(request: Request): Promise<Uint8Array> {
  try {
    return await within(bodyTimeout, request.bytes(), tooSlow);
  } catch (cause) {
    throw cutOff(request, cause);
  }
}

function refuseDrips(milliseconds: number, bytes: number): void {
  if (milliseconds > bodyTimeout && bytes * 1000 < slowest * milliseconds) throw tooSlow();
}

function tooSlow(): Fault {
  return new Fault("request_timeout", "The body arrives too slowly.", {
    hint: `Send at least ${slowest} bytes a second.`,
  });
}

function cutOff(request: Request, cause: unknown): unknown {
  if (!request.signal.aborted) return cause;
  return new Fault("invalid_parameter", "The connection ended before the body did.", { cause });
}

/** By the announced length. @throws Fault `payload_too_large` */
export function refuseAnnounced(request: Request, most: number, limit = most): void {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(limit);
}

/** @throws Fault `payload_too_large`, `unsupported_content_encoding`, `invalid_json` (bytes that are not UTF-8) */
async function readText(request: Request): Promise<string> {
  refuseAnnounced(request, maxJsonBytes);
  const announced = Number(request.headers.get("content-length") ?? Number.NaN);
  const isSmall = announced * 1000 < slowest * bodyTimeout && !isEncoded(request);
  const bytes = isSmall ? await smallBody(request) : await largeBody(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault("invalid_json", "The body is not UTF-8.", { cause });
  }
}

async function largeBody(request: Request): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of bodyBytes(request)) {
    bytes += piece.byteLength;
    if (bytes > maxJsonBytes) throw tooLarge(maxJsonBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export function tooLarge(limit: number): Fault {
  return new Fault("payload_too_large", `The body is larger than the limit of ${limit} bytes.`);
}

/** As JSON writes numbers, and with leading zeros. */
const decimal = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function readValue(text: string, schema: TSchema, name: string): unknown {
  const kind = schema.properties?.[name]?.type;
  if (kind === "integer" || kind === "number") return decimal.test(text) ? Number(text) : text;
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
