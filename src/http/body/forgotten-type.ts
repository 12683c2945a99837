/** Tells a JSON request without its content type from a document: `curl -d` declares a form and `fetch` plain text. */

import { NewSource } from "../../api/source-schemas.ts";
import { Fault } from "../../kernel/fault.ts";
import { jsonIn } from "../../kernel/json.ts";

const undeclared = new Set(["", "application/x-www-form-urlencoded", "text/plain"]);

const fields = new Set(NewSource.anyOf.flatMap(({ properties }) => Object.keys(properties)));
const contents = ["text", "url", "messages"];
const opening = /^\s*\{\s*"(\w+)"\s*:/;
const enough = 4096;

/** @param most bytes of a request; longer bodies are documents @throws Fault `invalid_json` for a request */
export async function* documentBytes(
  bytes: AsyncIterable<Uint8Array>,
  type: string,
  most: number,
): AsyncGenerator<Uint8Array> {
  if (!undeclared.has(type)) return yield* bytes;
  let held: Uint8Array[] | null = [];
  let size = 0;
  for await (const piece of bytes) {
    if (held === null) {
      yield piece;
      continue;
    }
    // The piece's buffer may be reused.
    held.push(piece.slice());
    size += piece.byteLength;
    if (size <= most && (size < enough || beginsAsRequest(held))) continue;
    yield* held;
    held = null;
  }
  if (held === null) return;
  const whole = Buffer.concat(held);
  if (isRequest(whole)) throw forgotten(type);
  if (whole.byteLength < 20 && leftovers.includes(whole.toString("utf8").trim())) throw nothingLeft();
  yield whole;
}

/** What programs make of an object or a file that they cannot send. */
const leftovers = ["{}", "[object Object]"];

function nothingLeft(): Fault {
  return new Fault("invalid_json", "The body is what a program makes of an object or a file that it cannot send.", {
    hint: "Send JSON with `Content-Type: application/json`, or a file as a form to POST /v1/experts/{id}/files.",
  });
}

function beginsAsRequest(held: readonly Uint8Array[]): boolean {
  const start = held[0]!.byteLength >= enough ? held[0]! : Buffer.concat(held);
  return fields.has(opening.exec(Buffer.from(start.subarray(0, enough)).toString("utf8"))?.[1] ?? "");
}

function isRequest(bytes: Buffer): boolean {
  if (!fields.has(opening.exec(bytes.toString("utf8", 0, enough))?.[1] ?? "")) return false;
  const names = Object.keys(Object(jsonIn(bytes.toString("utf8"))));
  return names.every((name) => fields.has(name)) && names.some((name) => contents.includes(name));
}

function forgotten(type: string): Fault {
  const sent = type === "" ? "without a Content-Type" : `as ${type}`;
  return new Fault("invalid_json", `The body is a request in JSON, but it was sent ${sent}.`, {
    hint:
      "Add the header `Content-Type: application/json`. To store these bytes as a document, send them with " +
      "`Content-Type: application/octet-stream`.",
  });
}
