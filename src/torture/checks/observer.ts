import { type ServiceClient, type ServiceRequest, successOf } from "../load/service-client.ts";
import type { UsageCounts } from "../model/usage-ledger.ts";
import type { Json } from "./reply-reading.ts";

export const handbook = "handbook";

export class NotObservable extends Error {}

export type SeenExpert = Awaited<ReturnType<typeof seenExpert>>;
export type SeenSource = Awaited<ReturnType<typeof seenSource>>;

export interface SeenUsage {
  readonly counts: ReadonlyMap<string, UsageCounts>;
  readonly storage: ReturnType<typeof storageOf>;
}

export interface Observer {
  experts(): Promise<readonly SeenExpert[]>;
  usage(months: readonly string[]): Promise<SeenUsage>;
  content(place: { expert: string; sourceId: string; version: number | null }): Promise<string | null>;
  accepts(secret: string): Promise<boolean>;
}

export function createObserver(client: ServiceClient): Observer {
  const get = async (path: string) => {
    const reply = await received(client, path);
    try {
      return successOf(reply);
    } catch (cause) {
      throw new NotObservable(`GET ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  };
  const content: Observer["content"] = async ({ expert, sourceId, version }) => {
    const query = version === null ? "" : `?version=${version}`;
    const reply = await received(client, `/v1/experts/${expert}/sources/${sourceId}/content${query}`);
    return reply.status === 200 ? reply.text : null;
  };
  return {
    experts: async () => {
      const found = (await get("/v1/experts?limit=100")).at("data").list;
      return Promise.all(found.map((expert) => seenExpert({ client, get, content }, expert.at("slug").text)));
    },
    usage: async (months) => {
      const reports = await Promise.all(months.map((month) => get(`/v1/usage?group_by=expert&month=${month}`)));
      return { counts: countsOf(reports), storage: storageOf(reports) };
    },
    content,
    accepts: async (secret) => (await received(client, "/v1/models", { secret })).status === 200,
  };
}

interface ObserverAccess {
  readonly client: ServiceClient;
  readonly get: (path: string) => Promise<Json>;
  readonly content: Observer["content"];
}

async function received(client: ServiceClient, path: string, more: Pick<ServiceRequest, "secret"> = {}) {
  const reply = await client.send({ method: "GET", path, ...more });
  if (reply.type === "cut") throw new NotObservable(`GET ${path} was cut`);
  return reply;
}

async function seenExpert(observer: ObserverAccess, slug: string) {
  await settled(observer, slug);
  const expert = await observer.get(`/v1/experts/${slug}`);
  const sources: readonly SeenSource[] | null = slug === handbook ? null : await seenSources(observer, slug);
  return {
    id: expert.at("id").text,
    slug,
    description: expert.at("description").text,
    /** Null: not made by the torture. */
    sources,
    chunkCount: expert.at("passage_count").number,
    sourceCount: expert.at("source_counts").at("total").number,
  };
}

/** Seconds that a wait for one source may take, less than the wait for a reply. */
const waitSeconds = 50;
/** Waits in a row before the service counts as hanging: a busy machine may stand still for minutes. */
const mostWaits = 6;
const mostWaiting = 1000;

async function settled({ get }: ObserverAccess, slug: string): Promise<void> {
  const path = `/v1/experts/${slug}/sources`;
  const waitingIn = async (status: string) => (await get(`${path}?limit=1&status=${status}`)).at("data").list[0];
  for (let looks = 0, waits = 0; looks < mostWaiting; looks++) {
    const first = (await waitingIn("processing")) ?? (await waitingIn("queued")) ?? (await waitingIn("processing"));
    if (first === undefined) return;
    const id = first.at("id").text;
    const { text } = (await get(`${path}/${id}?wait=${waitSeconds}`)).at("status");
    waits = text === "queued" || text === "processing" ? waits + 1 : 0;
    if (waits === mostWaits) throw new NotObservable(`${slug}, ${id} is ${text} after ${waits * waitSeconds} seconds`);
  }
  throw new NotObservable(`the sources of ${slug} do not come to rest`);
}

async function seenSources(observer: ObserverAccess, slug: string) {
  const path = `/v1/experts/${slug}/sources`;
  const found: Json[] = [];
  for (let after = "", more = true; more; ) {
    const page = await observer.get(`${path}?limit=100&order=asc${after}`);
    found.push(...page.at("data").list);
    more = page.at("has_more").flag;
    after = more ? `&after=${page.at("last_id").text}` : "";
  }
  return Promise.all(found.map((source) => seenSource(observer, slug, source)));
}

async function seenSource(observer: ObserverAccess, slug: string, source: Json) {
  const id = source.at("id").text;
  const path = `/v1/experts/${slug}/sources/${id}`;
  const answering = source.at("answering_version");
  const version = answering.isNone ? null : answering.number;
  const marker = source.at("metadata").at("marker");
  const externalId = source.at("external_id");
  const [content, chunks, fileSha256] = await Promise.all([
    observer.content({ expert: slug, sourceId: id, version }),
    observer.get(`${path}/passages`),
    fileHash(observer, `${path}/file`),
  ]);
  return {
    id,
    answeringVersion: version,
    content,
    fileSha256,
    chunks: chunks.at("data").list.map(chunkOf),
    externalId: externalId.isNone ? null : externalId.text,
    version: source.at("version").number,
    status: source.at("status").text,
    sha256: source.at("sha256").text,
    title: source.at("title").text,
    marker: marker.isNone ? null : marker.number,
    chunkCount: source.at("passage_count").number,
  };
}

function chunkOf(chunk: Json) {
  return {
    id: chunk.at("id").text,
    start: chunk.at("start").number,
    end: chunk.at("end").number,
    text: chunk.at("text").text,
  };
}

async function fileHash({ client }: ObserverAccess, path: string): Promise<string> {
  const reply = await received(client, path);
  return reply.status === 200 ? new Bun.CryptoHasher("sha256").update(reply.bytes).digest("hex") : "gone";
}

function countsOf(reports: readonly Json[]): ReadonlyMap<string, UsageCounts> {
  const counts = new Map<string, UsageCounts>();
  for (const group of reports.flatMap((report) => report.at("groups").list)) {
    const key = group.at("key").text;
    const more = countersOf(group);
    const known = counts.get(key);
    counts.set(key, known === undefined ? more : added(known, more));
  }
  return counts;
}

function added(a: UsageCounts, b: UsageCounts): UsageCounts {
  return Object.fromEntries(
    Object.entries(a).map(([name, n]) => [name, n + (Reflect.get(b, name) as number)]),
  ) as UsageCounts;
}

function countersOf(group: Json): UsageCounts {
  const number = (part: string, name: string) => group.at(part).at(name).number;
  return {
    query: number("requests", "query"),
    chat: number("requests", "chat"),
    ingest: number("requests", "ingest"),
    failed: number("requests", "failed"),
    answered: number("answers", "answered"),
    abstained: number("answers", "abstained"),
    prompt: number("tokens", "prompt"),
    completion: number("tokens", "completion"),
    sources_created: number("ingest", "sources_created"),
    sources_failed: number("ingest", "sources_failed"),
    bytes: number("ingest", "bytes"),
    chunks: number("ingest", "passages"),
  };
}

function storageOf(reports: readonly Json[]) {
  const storage = reports.at(-1)?.at("storage");
  if (storage === undefined) throw new NotObservable("there is no usage");
  return {
    experts: storage.at("experts").number,
    sources: storage.at("sources").number,
    chunks: storage.at("passages").number,
  };
}
