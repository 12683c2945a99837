import type { Static } from "@sinclair/typebox";
import { SourceList, SourceListQuery } from "../../api/contents/source-list-schemas.ts";
import { deletedView, listView, pageRequestFrom, sourceView } from "../../api/native-views.ts";
import { DeletedSource, SourceObject, SourcePatch, SourceQuery } from "../../api/source-schemas.ts";
import { checkMetadata } from "../../experts/expert.ts";
import { routesOf } from "../route.ts";
import { addressOf } from "./add-source-request.ts";
import { scansRoutes } from "./scans-routes.ts";
import { sourceAddingRoutes } from "./source-adding-routes.ts";
import { notFound, reading, sourceContentRoutes } from "./source-content-routes.ts";
import { sourceEventsRoutes } from "./source-events-routes.ts";
import { foldersView, selectionFrom } from "./source-selection.ts";

const route = routesOf("Sources");

function changesFrom({ title, url, metadata }: Static<typeof SourcePatch>) {
  if (metadata !== undefined) checkMetadata(metadata);
  if (typeof url === "string") addressOf(url);
  return { title, url, metadata };
}

const listSources = route("GET /v1/experts/:id/sources", "listSources", {
  summary: "List sources",
  description:
    "By creation; `status`, `external_id`, `q` and `filter` narrow the list. `folder` shows one folder of their tree, by path.",
  scope: reading,
  query: SourceListQuery,
  answers: { 200: { says: "A page of sources.", schema: SourceList } },
  errors: ["expert_not_found"],
  answer: async ({ readQuery, findExpert }, { sources }) => {
    const query = readQuery();
    const expert = await findExpert();
    const [selection, wanted] = [selectionFrom(query), pageRequestFrom(query)];
    const list = listView(await sources.list(expert, selection, wanted), (source) => sourceView(source));
    if (query.folder === undefined || wanted.after !== null || wanted.skip !== 0) return list;
    return { ...list, ...foldersView(await sources.folders(expert, selection)) };
  },
});

const getSource = route("GET /v1/experts/:id/sources/:sid", "getSource", {
  summary: "Get a source",
  description: "`wait` holds the reply back until the source is ready, failed or canceled.",
  scope: reading,
  query: SourceQuery,
  answers: { 200: { says: "The source.", schema: SourceObject } },
  errors: notFound,
  answer: async ({ params, request, readQuery, findExpert }, { sources }) => {
    const { wait = 0 } = readQuery();
    const expert = await findExpert();
    const waiting = { milliseconds: wait * 1000, signal: request.signal };
    return sourceView(await sources.waitFor(expert, await sources.find(expert, params.sid), waiting));
  },
});

const asItIsNow = { 200: { says: "The source as it is now.", schema: SourceObject } };

const updateSource = route("PATCH /v1/experts/:id/sources/:sid", "updateSource", {
  summary: "Change a source's title, address or metadata",
  scope: "ingest",
  description:
    "Fields that are not given keep their value; `metadata` is replaced as a whole. The change takes effect with the next question, the words of a new title included. " +
    "This does not make a new version. A new title gives the passages new ids.",
  body: { "application/json": SourcePatch },
  answers: asItIsNow,
  errors: [...notFound, "storage_full"],
  answer: async ({ params, readBody, findExpert }, { sources }) => {
    const expert = await findExpert();
    const changes = changesFrom(await readBody());
    return sourceView(await sources.update(expert, params.sid, changes));
  },
});

const retrySource = route("POST /v1/experts/:id/sources/:sid/retry", "retrySource", {
  summary: "Read a source again",
  description:
    "A failed or canceled source joins the queue as if it were new. A ready one gets a version of the same bytes, and the one before answers until it is read. Of scans, only pages that were not read are read again.",
  scope: "ingest",
  answers: asItIsNow,
  errors: [...notFound, "source_not_retryable", "storage_full", "original_not_found", "quota_exceeded", "queue_full"],
  answer: async ({ access, params, findExpert }, { sources }) =>
    sourceView(await sources.retry(await findExpert(), access.keyId, params.sid)),
});

const cancelSource = route("POST /v1/experts/:id/sources/:sid/cancel", "cancelSource", {
  summary: "Stop a source that is not settled yet",
  description: "What was read of it is discarded.",
  scope: "ingest",
  answers: asItIsNow,
  errors: [...notFound, "source_not_retryable", "storage_full"],
  answer: async ({ params, findExpert }, { sources }) =>
    sourceView(await sources.cancel(await findExpert(), params.sid)),
});

const deleteSource = route("DELETE /v1/experts/:id/sources/:sid", "deleteSource", {
  summary: "Delete a source",
  scope: "ingest",
  description:
    "Deletes its text, its passages, its index entries and its file, whoever keeps it. It is never cited again.",
  answers: { 200: { says: "It is gone.", schema: DeletedSource } },
  errors: [...notFound, "storage_full"],
  answer: async ({ params, findExpert }, { sources }) =>
    deletedView("source", (await sources.remove(await findExpert(), params.sid)).id),
});

export const sourcesRoutes = [
  ...sourceAddingRoutes,
  ...sourceEventsRoutes,
  listSources,
  getSource,
  updateSource,
  deleteSource,
  retrySource,
  cancelSource,
  ...sourceContentRoutes,
  ...scansRoutes,
];
