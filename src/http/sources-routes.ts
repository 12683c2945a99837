import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { ExpertService } from "../experts/expert-service.ts";
import type { Accepted } from "../sources/ports.ts";
import type { SourceService } from "../sources/source-service.ts";
import type { authentication } from "./authentication.ts";
import { chunkView, deletedView, listView, pageRequestFrom, sourceView } from "./native-views.ts";
import { operation } from "./operation.ts";
import { readQuery } from "./request-body.ts";
import { deletedOf, listOf } from "./schema-parts.ts";
import { type ArrivalLimits, readArrival } from "./source-arrival.ts";
import { ContentQuery, FileFields, SourceListQuery, TextSource } from "./source-schemas.ts";
import { checked } from "./validation.ts";

const tag = "Sources";
const listQuery = checked(SourceListQuery);
const contentQuery = checked(ContentQuery);
const reading = ["query", "ingest", "manage"] as const;
const notFound = ["expert_not_found", "source_not_found"] as const;

interface SourcesRoutesParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly limits: ArrivalLimits;
}

export function sourcesRoutes(parts: SourcesRoutesParts) {
  return new Elysia({ name: "sources-routes" }).use(collectionRoutes(parts)).use(sourceRoutes(parts));
}

function collectionRoutes({ auth, experts, sources, limits }: SourcesRoutesParts) {
  return new Elysia({ name: "source-collection-routes", prefix: "/v1/experts/:id/sources" })
    .use(auth)
    .post(
      "",
      async ({ access, params, request, set }) => {
        const expert = experts.find(access, params.id);
        const { draft, wait } = await readArrival(request, limits);
        const accepted = await sources.accept(expert, access.keyId, draft);
        const source = await sources.waitFor(expert, accepted.source, { milliseconds: wait, signal: request.signal });
        set.status = statusOf(accepted, source.status === "ready");
        set.headers.location = `/v1/experts/${expert.id}/sources/${source.id}`;
        return sourceView(source, accepted.outcome === "duplicate");
      },
      { parse: "none", scope: "ingest", detail: addSource },
    )
    .get(
      "",
      ({ access, params, request }) => {
        const query = readQuery(request, listQuery);
        const filter = { status: query.status ?? null, externalId: query.external_id ?? null };
        const page = sources.list(experts.find(access, params.id), filter, pageRequestFrom(query));
        return listView(page, (source) => sourceView(source));
      },
      { scope: reading, detail: listSources },
    );
}

function statusOf({ outcome }: Accepted, ready: boolean): 200 | 201 | 202 {
  if (outcome === "duplicate") return 200;
  return ready ? 201 : 202;
}

function sourceRoutes({ auth, experts, sources }: SourcesRoutesParts) {
  return new Elysia({ name: "source-routes", prefix: "/v1/experts/:id/sources/:sid" })
    .use(auth)
    .get("", ({ access, params }) => sourceView(sources.find(experts.find(access, params.id), params.sid)), {
      ...{ scope: reading, detail: simple("getSource", "Get a source", "Source") },
    })
    .delete(
      "",
      async ({ access, params }) => {
        const source = await sources.remove(experts.find(access, params.id), params.sid);
        return deletedView("source", source.id);
      },
      { scope: "ingest", detail: deleteSource },
    )
    .post("/retry", ({ access, params }) => sourceView(sources.retry(experts.find(access, params.id), params.sid)), {
      ...{ scope: "ingest", detail: move("retrySource", "Try a failed or canceled source again") },
    })
    .post("/cancel", ({ access, params }) => sourceView(sources.cancel(experts.find(access, params.id), params.sid)), {
      ...{ scope: "ingest", detail: move("cancelSource", "Stop a source that is not settled yet") },
    })
    .get(
      "/content",
      ({ access, params, request, set }) => {
        const { version } = readQuery(request, contentQuery);
        const source = sources.find(experts.find(access, params.id), params.sid);
        const content = sources.content(source, version ?? null);
        set.headers["content-type"] = "text/plain; charset=utf-8";
        set.headers["x-source-version"] = String(content.version);
        return content.text;
      },
      { scope: reading, detail: getContent },
    )
    .get(
      "/file",
      async ({ access, params }) => {
        const source = sources.find(experts.find(access, params.id), params.sid);
        return new Response(await sources.original(source), { headers: fileHeaders(source.filename) });
      },
      { scope: reading, detail: getFile },
    )
    .get(
      "/chunks",
      ({ access, params }) => {
        const source = sources.find(experts.find(access, params.id), params.sid);
        const data = sources.chunks(source).map((chunk) => chunkView(source, chunk));
        const ends = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
        return { object: "list" as const, data, ...ends, has_more: false, total_count: data.length };
      },
      { scope: reading, detail: listChunks },
    );
}

/** Always as a download and of no type that a browser would run: the bytes are a stranger's. */
function fileHeaders(filename: string | null): Record<string, string> {
  const name = encodeURIComponent(filename ?? "source").replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename*=UTF-8''${name}`,
    "x-content-type-options": "nosniff",
  };
}

const multipart = Type.Object({
  file: Type.Unsafe<Blob>({ type: "string", format: "binary" }),
  ...FileFields.properties,
});

const addSource = operation({
  ...{ id: "addSource", tag, summary: "Add a source", scope: "ingest", query: FileFields },
  description:
    "Three forms: JSON with the text inline, a form with the file, or the bytes themselves with their own content type. " +
    "The same bytes again give the existing source. An `external_id` that is known makes a new version of its source.",
  body: {
    "application/json": TextSource,
    "multipart/form-data": multipart,
    "application/octet-stream": Type.Unsafe<Blob>({ type: "string", format: "binary" }),
  },
  answers: {
    200: { says: "These bytes are a source already (`deduplicated`).", component: "Source" },
    201: { says: "The source, ready.", component: "Source" },
    202: { says: "The source, durably stored and waiting to be read.", component: "Source" },
  },
  errors: ["expert_not_found", "storage_full"],
});

const listSources = operation({
  ...{ id: "listSources", tag, summary: "List sources", scope: reading, query: SourceListQuery },
  answers: { 200: { says: "A page of sources.", schema: listOf("Source") } },
  errors: ["expert_not_found"],
});

function simple(id: string, summary: string, component: string) {
  const answers = { 200: { says: `The ${component.toLowerCase()}.`, component } };
  return operation({ id, tag, summary, scope: reading, answers, errors: notFound });
}

function move(id: string, summary: string) {
  const answers = { 200: { says: "The source as it is now.", component: "Source" } };
  return operation({ id, tag, summary, scope: "ingest", answers, errors: [...notFound, "source_not_retryable"] });
}

const deleteSource = operation({
  ...{ id: "deleteSource", tag, summary: "Delete a source", scope: "ingest" },
  description: "Its text, chunks, index entries and file go together; it is never cited again.",
  answers: { 200: { says: "It is gone.", schema: deletedOf("source") } },
  errors: notFound,
});

const getContent = operation({
  ...{ id: "getContent", tag, summary: "Get the text that citations point into", scope: reading, query: ContentQuery },
  description: "`x-source-version` says of which version. Citations count its Unicode code points from 0.",
  answers: { 200: { says: "The normalised text.", media: ["text/plain"] } },
  errors: notFound,
});

const getFile = operation({
  ...{ id: "getFile", tag, summary: "Get the original bytes", scope: reading },
  answers: { 200: { says: "The bytes of the newest version.", media: ["application/octet-stream"] } },
  errors: notFound,
});

const listChunks = operation({
  ...{ id: "listChunks", tag, summary: "List the passages of a source", scope: reading },
  answers: { 200: { says: "All of them, in order.", schema: listOf("Chunk") } },
  errors: notFound,
});
