import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { SourceList, SourceListQuery } from "../../api/contents/source-list-schemas.ts";
import { deletedView, listView, pageRequestFrom, sourceView } from "../../api/native-views.ts";
import { DeletedSource, SourceObject, SourcePatch, SourceQuery } from "../../api/source-schemas.ts";
import { checked } from "../../api/validation.ts";
import { checkMetadata } from "../../experts/expert.ts";
import type { FaultCode } from "../../kernel/fault.ts";
import { readBody, readQuery } from "../body/request-body.ts";
import { operationsOf } from "../description/operation.ts";
import type { RouteParts } from "../route-parts.ts";
import { addressOf } from "./add-source-request.ts";
import { scansRoutes } from "./scans-routes.ts";
import { sourceAddingRoutes } from "./source-adding-routes.ts";
import { notFound, reading, sourceContentRoutes } from "./source-content-routes.ts";
import { sourceEventsRoutes } from "./source-events-routes.ts";
import { foldersView, selectionFrom } from "./source-selection.ts";

const operation = operationsOf("Sources");
const listQuery = checked(SourceListQuery);
const sourceQuery = checked(SourceQuery);
const sourcePatch = checked(SourcePatch);

export function sourcesRoutes(parts: RouteParts) {
  return new Elysia({ name: "sources-routes" })
    .use(sourceAddingRoutes(parts))
    .use(sourceEventsRoutes(parts))
    .use(collectionRoutes(parts))
    .use(sourceRoutes(parts))
    .use(sourceContentRoutes(parts))
    .use(scansRoutes(parts));
}

function collectionRoutes({ auth, experts, sources }: RouteParts) {
  return new Elysia({ name: "source-collection-routes", prefix: "/v1/experts/:id/sources" }).use(auth).get(
    "",
    async ({ access, params, request }) => {
      const query = readQuery(request, listQuery);
      const expert = await experts.find(access, params.id);
      const [selection, wanted] = [selectionFrom(query), pageRequestFrom(query)];
      const list = listView(await sources.list(expert, selection, wanted), (source) => sourceView(source));
      if (query.folder === undefined || wanted.after !== null || wanted.skip !== 0) return list;
      return { ...list, ...foldersView(await sources.folders(expert, selection)) };
    },
    listSources(),
  );
}

function sourceRoutes({ auth, experts, sources }: RouteParts) {
  return new Elysia({ name: "source-routes", prefix: "/v1/experts/:id/sources/:sid" })
    .use(auth)
    .get(
      "",
      async ({ access, params, request }) => {
        const { wait = 0 } = readQuery(request, sourceQuery);
        const expert = await experts.find(access, params.id);
        const waiting = { milliseconds: wait * 1000, signal: request.signal };
        return sourceView(await sources.waitFor(expert, await sources.find(expert, params.sid), waiting));
      },
      getSource(),
    )
    .patch(
      "",
      async ({ access, params, request }) => {
        const expert = await experts.find(access, params.id);
        const changes = changesFrom(await readBody(request, sourcePatch));
        return sourceView(await sources.update(expert, params.sid, changes));
      },
      updateSource(),
    )
    .delete(
      "",
      async ({ access, params }) =>
        deletedView("source", (await sources.remove(await experts.find(access, params.id), params.sid)).id),
      deleteSource(),
    )
    .post(
      "/retry",
      async ({ access: by, params: { id, sid } }) =>
        sourceView(await sources.retry(await experts.find(by, id), by.keyId, sid)),
      retrySource(),
    )
    .post(
      "/cancel",
      async ({ access, params }) => sourceView(await sources.cancel(await experts.find(access, params.id), params.sid)),
      cancelSource(),
    );
}

function changesFrom({ title, url, metadata }: Static<typeof SourcePatch>) {
  if (metadata !== undefined) checkMetadata(metadata);
  if (typeof url === "string") addressOf(url);
  return { title, url, metadata };
}

const listSources = operation("listSources", {
  summary: "List sources",
  description:
    "By creation; `status`, `external_id`, `q` and `filter` narrow the list. `folder` shows one folder of their tree, by path.",
  scope: reading,
  query: SourceListQuery,
  answers: { 200: { says: "A page of sources.", schema: SourceList } },
  errors: ["expert_not_found"],
});

const getSource = operation("getSource", {
  summary: "Get a source",
  description: "`wait` holds the reply back until the source is ready, failed or canceled.",
  scope: reading,
  query: SourceQuery,
  answers: { 200: { says: "The source.", schema: SourceObject } },
  errors: notFound,
});

const updateSource = operation("updateSource", {
  summary: "Change a source's title, address or metadata",
  scope: "ingest",
  description:
    "Fields that are not given keep their value; `metadata` is replaced as a whole. The change takes effect with the next question, the words of a new title included. " +
    "This does not make a new version. A new title gives the passages new ids.",
  body: { "application/json": SourcePatch },
  answers: { 200: { says: "The source as it is now.", schema: SourceObject } },
  errors: [...notFound, "storage_full"],
});

function move(id: string, summary: string, description: string, errors: readonly FaultCode[] = []) {
  const answers = { 200: { says: "The source as it is now.", schema: SourceObject } };
  return operation(id, {
    summary,
    description,
    scope: "ingest",
    answers,
    errors: [...notFound, "source_not_retryable", "storage_full", ...errors],
  });
}

const retrySource = move(
  "retrySource",
  "Read a source again",
  "A failed or canceled source joins the queue as if it were new. A ready one gets a version of the same bytes, and the one before answers until it is read. Of scans, only pages that were not read are read again.",
  ["original_not_found", "quota_exceeded", "queue_full"],
);

const cancelSource = move("cancelSource", "Stop a source that is not settled yet", "What was read of it is discarded.");

const deleteSource = operation("deleteSource", {
  summary: "Delete a source",
  scope: "ingest",
  description:
    "Deletes its text, its passages, its index entries and its file, whoever keeps it. It is never cited again.",
  answers: { 200: { says: "It is gone.", schema: DeletedSource } },
  errors: [...notFound, "storage_full"],
});
