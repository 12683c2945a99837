import { FetchError } from "../sources/ingest/ingest-failure.ts";
import type { FetchedDocument, UrlFetcher } from "../sources/ports/document-ports.ts";
import type { GuardedFetch, GuardedResponse } from "./guarded-fetch.ts";

export function urlFetcher(fetchGuarded: GuardedFetch): UrlFetcher {
  return { open: async (address, signal) => documentOf(await fetchGuarded(address, { signal }), signal) };
}

/** @throws FetchError unless the response is a document. */
export function documentOf({ response, url }: GuardedResponse, signal: AbortSignal): FetchedDocument {
  const { status, headers, body } = response;
  if (status < 200 || status > 299 || body === null) {
    void body?.cancel();
    throw badAnswer(url, response);
  }
  // A compressed document announces its compressed size.
  const length = headers.has("content-encoding") ? null : headers.get("content-length");
  return {
    content: readAll(body, url, signal),
    bytes: length === null ? null : Number(length),
    declaredType: headers.get("content-type"),
    filename: filenameOf(url),
  };
}

/** Timeouts and 5xx may be temporary; 4xx are not. */
function badAnswer({ host }: URL, { status, statusText, body }: Response): FetchError {
  if (body === null && status < 300) return new FetchError(`${host} answered without a document.`, false);
  const retryable = status >= 500 || status === 408 || status === 425 || status === 429;
  const hint = retryable ? "Try again later." : "Check that the address can be opened without signing in.";
  return new FetchError(`${host} answered ${`${status} ${statusText}`.trim()}. ${hint}`, retryable);
}

async function* readAll(body: ReadableStream<Uint8Array>, { host }: URL, signal: AbortSignal) {
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await nextPiece(pieces, host, signal);
      if (done === true) return;
      yield value;
    }
  } finally {
    await pieces.return?.(undefined);
  }
}

async function nextPiece(pieces: AsyncIterator<Uint8Array>, host: string, signal: AbortSignal) {
  try {
    return await pieces.next();
  } catch (cause) {
    signal.throwIfAborted();
    throw new FetchError(
      `${host} ended the connection before the document was complete. Try again later.`,
      true,
      cause,
    );
  }
}

/** Null if the last part has no extension, as in `…/docs/manual`. */
function filenameOf({ pathname }: URL): string | null {
  const last = pathname.split("/").at(-1) ?? "";
  if (!/\.[A-Za-z0-9]{1,8}$/.test(last)) return null;
  try {
    return decodeURIComponent(last);
  } catch {
    return last; // damaged escapes: as it stands
  }
}
