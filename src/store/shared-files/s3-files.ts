/** Requests have a deadline and are tried three times. @throws Fault `not_ready` */
import { mkdirSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../kernel/error-code.ts";
import { Fault } from "../../kernel/fault.ts";
import { MissingFile, type SharedFiles } from "../../kernel/stores/shared-files.ts";
import { within } from "../../kernel/timer.ts";

export interface S3Place {
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** Null: AWS_ENDPOINT, or Amazon. */
  readonly endpoint: string | null;
  /** Null: AWS_REGION. */
  readonly region: string | null;
}

export interface S3Options {
  /** Of this node; files are collected here before they are sent. */
  readonly temporary: string;
  /** Milliseconds for a try, or for a file's next piece; sending adds a second for each megabyte. */
  readonly deadline?: number;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly pause?: (milliseconds: number) => Promise<void>;
}

const tries = 3;
/** Milliseconds, three times as long before each further try. */
const firstPause = 200;
const wholeFile = 6;
const leastSpeed = 1_000_000;
const removedAtOnce = 20;

export function filesInS3({ bucket, prefix, endpoint, region }: S3Place, options: S3Options): SharedFiles {
  const { temporary, deadline = 10_000, credentials = {}, pause = Bun.sleep } = options;
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const place = { ...(endpoint !== null && { endpoint }), ...(region !== null && { region }) };
  const client = new Bun.S3Client({ bucket, ...place, ...credentials });
  const request = <T>(run: () => Promise<T>, milliseconds = deadline) =>
    tried(() => beforeDeadline(milliseconds, run()), pause);
  const pieces = async (name: string) => {
    const file = client.file(prefix + name);
    await request(() => file.stat());
    return guarded(file.stream(), deadline);
  };
  const put = (name: string, content: AsyncIterable<Uint8Array>) =>
    collected(temporary, content, async (path, bytes) => {
      const sent = () => client.write(prefix + name, Bun.file(path));
      await request(sent, deadline + (1000 * bytes) / leastSpeed);
    });
  const remove = async (names: readonly string[]) => {
    for (let from = 0; from < names.length; from += removedAtOnce) {
      const some = names.slice(from, from + removedAtOnce);
      await Promise.all(some.map((name) => request(() => client.delete(prefix + name)).catch(unlessMissing)));
    }
  };
  return {
    put,
    read: (name) => request(() => client.file(prefix + name).bytes(), wholeFile * deadline),
    stream: pieces,
    remove,
    // Not atomic: a crash in between leaves both names, and the move can be repeated.
    move: async (from, to) => {
      await put(to, await pieces(from));
      await remove([from]);
    },
    list: async (folder, after) => {
      const wanted = { prefix: prefix + folder, ...(after !== "" && { startAfter: prefix + after }) };
      const { contents = [] } = await request(() => client.list(wanted));
      return contents.map(({ key }) => key.slice(prefix.length));
    },
  };
}

/** S3 needs the size first, and a repeated try needs the bytes again. */
async function collected(
  temporary: string,
  content: AsyncIterable<Uint8Array>,
  send: (path: string, bytes: number) => Promise<void>,
): Promise<void> {
  const path = join(temporary, Bun.randomUUIDv7());
  try {
    const file = await open(path, "wx", 0o600);
    let bytes = 0;
    try {
      for await (const piece of content) {
        await file.writeFile(piece);
        bytes += piece.byteLength;
      }
    } finally {
      await file.close();
    }
    await send(path, bytes);
  } finally {
    await rm(path, { force: true });
  }
}

async function tried<T>(run: () => Promise<T>, pause: (milliseconds: number) => Promise<void>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await run();
    } catch (error) {
      if (isNoSuchKey(error)) throw new MissingFile("the file is not in the store", { cause: error });
      if (made === tries || isRefusal(error)) throw unreachable(error);
      await pause(firstPause * 3 ** (made - 1));
    }
  }
}

class S3Deadline extends Error {}

function beforeDeadline<T>(milliseconds: number, request: Promise<T>): Promise<T> {
  const message = `the store of files did not answer within ${Math.ceil(milliseconds / 1000)} seconds`;
  return within(milliseconds, request, () => new S3Deadline(message));
}

function guarded(stream: ReadableStream<Uint8Array>, deadline: number): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await beforeDeadline(deadline, reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(unreachable(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isNoSuchKey(error: unknown): boolean {
  return ["NoSuchKey", "NotFound"].includes(errorCode(error) ?? "");
}

/** What another try cannot mend: wrong keys, bucket or region. */
const refusals: ReadonlySet<string> = new Set([
  "AccessDenied",
  "AccountProblem",
  "AllAccessDisabled",
  "AuthorizationHeaderMalformed",
  "InvalidAccessKeyId",
  "InvalidBucketName",
  "NoSuchBucket",
  "PermanentRedirect",
  "SignatureDoesNotMatch",
]);

function isRefusal(error: unknown): boolean {
  return refusals.has(errorCode(error) ?? "");
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof MissingFile)) throw error;
}

function unreachable(cause: unknown): Fault {
  if (isRefusal(cause)) {
    return new Fault("not_ready", `The storage of files refused the request: ${errorCode(cause)}.`, {
      hint: "Check DOCENT_FILES, DOCENT_S3_KEY_ID and DOCENT_S3_SECRET.",
      headers: { "retry-after": "60" },
      cause,
    });
  }
  return new Fault("not_ready", "The storage of files cannot be reached.", {
    hint: "Send the request again in a moment.",
    headers: { "retry-after": "5" },
    cause,
  });
}
