/** Compressed bodies (RFC 9110, section 8.4), decoded piece by piece. */
import { Fault } from "../../kernel/fault.ts";
import { pulledBody } from "./pulled-body.ts";

const formats: ReadonlyMap<string, Bun.CompressionFormat> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

export function isEncoded(request: Request): boolean {
  return codings(request).length > 0;
}

/** @throws Fault `unsupported_content_encoding`, `invalid_parameter` (other bytes) */
export function decoded(request: Request, bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const [coding, second] = codings(request);
  if (coding === undefined) return bytes;
  const format = formats.get(coding);
  if (format === undefined || second !== undefined) throw unsupported(codings(request).join(", "));
  return decompressed(bytes, coding, format);
}

function codings(request: Request): string[] {
  const header = request.headers.get("content-encoding") ?? "";
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== "" && name !== "identity");
}

function unsupported(codings: string): Fault {
  return new Fault("unsupported_content_encoding", `The body has the content encoding "${codings}".`, {
    param: "Content-Encoding",
    hint: "Send it as it is, or with one of gzip, deflate, br and zstd.",
    headers: { "accept-encoding": "gzip, deflate, br, zstd" },
  });
}

async function* decompressed(
  bytes: AsyncIterable<Uint8Array>,
  coding: string,
  format: Bun.CompressionFormat,
): AsyncGenerator<Uint8Array> {
  try {
    const body = pulledBody(bytes as AsyncIterable<Uint8Array<ArrayBuffer>>);
    yield* body.pipeThrough<Uint8Array>(new DecompressionStream(format));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("invalid_parameter", `The body is not what its content encoding "${coding}" says.`, {
      param: "Content-Encoding",
      cause,
    });
  }
}
