/**
 * An object store over real HTTP, on loopback only: what Docent uses of the protocol of Amazon S3. It does not check
 * signatures, but requires that requests have one.
 */

export interface FakeS3 {
  readonly endpoint: string;
  /** The names and bytes of a bucket's objects. */
  readonly objects: Map<string, Uint8Array>;
  /** Number of requests so far. */
  requests(): number;
  /** The reply to the next requests: as it should be, with an error, with a refusal, or none. */
  behave(how: "well" | "badly" | "forbidding" | "silent"): void;
  /** The next requests fail; those after them do not. */
  failNext(count: number): void;
  /** Resolves when this many more requests have come. From the last of them on, none is answered until `behave`. */
  stallAt(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Names of a page. */
const listed = 3;

export function fakeS3(): FakeS3 {
  const objects = new Map<string, Uint8Array>();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  let manner: "well" | "badly" | "forbidding" | "silent" = "well";
  let requests = 0;
  let failing = 0;
  let stall: { readonly at: number; readonly reached: () => void } | null = null;
  const count = () => {
    requests += 1;
    if (requests !== stall?.at) return;
    manner = "silent";
    stall.reached();
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    fetch: async (request) => {
      count();
      if (manner === "silent") return new Promise<Response>(() => undefined);
      if (failing > 0 || manner === "badly") {
        failing -= failing > 0 ? 1 : 0;
        return failure(503, "SlowDown");
      }
      const isSigned = request.headers.get("authorization")?.startsWith("AWS4-HMAC-SHA256 ") === true;
      if (!isSigned || manner === "forbidding") return failure(403, "AccessDenied");
      return answer(request, objects, uploads);
    },
  });
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    objects,
    requests: () => requests,
    behave: (how) => {
      manner = how;
    },
    failNext: (count) => {
      failing = count;
    },
    stallAt: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      stall = { at: requests + count, reached: resolve };
      return promise;
    },
    stop: () => server.stop(true),
  };
}

function failure(status: number, code: string): Response {
  return new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, { status });
}

type Uploads = Map<string, Map<number, Uint8Array>>;

/** Addresses are `/BUCKET/NAME`. */
async function answer(request: Request, objects: Map<string, Uint8Array>, uploads: Uploads): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const name = decodeURIComponent(pathname).split("/").slice(2).join("/");
  if (request.method === "GET" && name === "") return list(objects, searchParams);
  const upload = searchParams.get("uploadId");
  if (request.method === "POST" || upload !== null) return inParts(request, { name, upload, objects, uploads });
  if (request.method === "PUT") {
    objects.set(name, await request.bytes());
    return new Response(null, { headers: { etag: '"1"' } });
  }
  if (request.method === "DELETE") {
    objects.delete(name);
    return new Response(null, { status: 204 });
  }
  const found = objects.get(name);
  return found === undefined ? failure(404, "NoSuchKey") : new Response(found);
}

interface Part {
  readonly name: string;
  readonly upload: string | null;
  readonly objects: Map<string, Uint8Array>;
  readonly uploads: Uploads;
}

/** An object that is sent in parts appears when it is whole. */
async function inParts(request: Request, { name, upload, objects, uploads }: Part): Promise<Response> {
  if (upload === null) {
    uploads.set(name, new Map());
    return xml(`<InitiateMultipartUploadResult><UploadId>${uploads.size}</UploadId></InitiateMultipartUploadResult>`);
  }
  const parts = uploads.get(name) ?? new Map<number, Uint8Array>();
  if (request.method === "PUT") {
    const number = Number(new URL(request.url).searchParams.get("partNumber"));
    parts.set(number, await request.bytes());
    return new Response(null, { headers: { etag: `"${number}"` } });
  }
  if (request.method === "POST")
    objects.set(name, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, one]) => one)));
  uploads.delete(name);
  return xml("<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>");
}

function list(objects: Map<string, Uint8Array>, asked: URLSearchParams): Response {
  const [prefix, after] = [asked.get("prefix") ?? "", asked.get("start-after") ?? ""];
  const all = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > after).toSorted();
  const page = all.slice(0, listed).map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`);
  const isTruncated = all.length > listed;
  return xml(`<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${page.join("")}</ListBucketResult>`);
}

function xml(body: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, {
    headers: { "content-type": "application/xml" },
  });
}
