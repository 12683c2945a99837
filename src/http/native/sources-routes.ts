import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { deletedView, listView, pageRequestFrom, sourceView } from "../../api/native-views.ts";
import { NewSite } from "../../api/site-schemas.ts";
import {
  DeletedSource,
  DocumentBytes,
  FileQuery,
  NewSource,
  SourceList,
  SourceListQuery,
  SourceObject,
  SourcePatch,
  SourceQuery,
  SourceUpload,
} from "../../api/source-schemas.ts";
import { checked } from "../../api/validation.ts";
import { checkMetadata, type Expert } from "../../experts/expert.ts";
import type { ExpertService } from "../../experts/expert-service.ts";
import type { KeyId } from "../../kernel/ids.ts";
import type { SiteService } from "../../sites/site-service.ts";
import { acceptedOf, current } from "../../sources/adding/source-addition.ts";
import type { Acceptance, Accepted } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import type { SourceService } from "../../sources/source-service.ts";
import { readBody, readQuery } from "../body/request-body.ts";
import { costlyErrors, operation } from "../description/operation.ts";
import type { authentication } from "../edge/authentication.ts";
import type { concurrencyGuard } from "../edge/concurrency-guard.ts";
import type { Idempotency, IdempotentCall, RepeatableTask, Reply } from "../edge/idempotency.ts";
import { type AddSourceRequest, addressOf, fingerprintedParts, readAddSourceRequest } from "./add-source-request.ts";
import { openIntake, type SourceLimits } from "./open-intake.ts";
import { addingTask } from "./sites-routes.ts";
import { notFound, reading, sourceContentRoutes } from "./source-content-routes.ts";

const tag = "Sources";
const listQuery = checked(SourceListQuery);
const sourceQuery = checked(SourceQuery);
const sourcePatch = checked(SourcePatch);

interface SourcesRoutesParts {
  readonly auth: ReturnType<typeof authentication>;
  readonly guard: ReturnType<typeof concurrencyGuard>;
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly sites: SiteService;
  readonly replies: Idempotency;
  readonly limits: SourceLimits;
}

export function sourcesRoutes(parts: SourcesRoutesParts) {
  return new Elysia({ name: "sources-routes" })
    .use(collectionRoutes(parts))
    .use(sourceRoutes(parts))
    .use(sourceContentRoutes(parts));
}

function collectionRoutes(parts: SourcesRoutesParts) {
  const { auth, guard, experts, sources } = parts;
  return new Elysia({ name: "source-collection-routes", prefix: "/v1/experts/:id/sources" })
    .use(auth)
    .use(guard)
    .post(
      "",
      async ({ access, params, request, set }) => {
        const expert = await experts.find(access, params.id);
        const call = { request, access, set, route: `POST /v1/experts/${expert.id}/sources` };
        return addTo(parts, expert, call);
      },
      { parse: "none", scope: "ingest", lane: "documents", detail: addSource },
    )
    .get(
      "",
      async ({ access, params, request }) => {
        const query = readQuery(request, listQuery);
        const { status = null, external_id: externalId = null, q: text = null } = query;
        const filter = { status, externalId, text };
        const page = await sources.list(await experts.find(access, params.id), filter, pageRequestFrom(query));
        return listView(page, (source) => sourceView(source));
      },
      { scope: reading, detail: listSources },
    );
}

/** A file that is not kept is deleted before the reply. */
async function addTo({ sources, sites, replies, limits }: SourcesRoutesParts, expert: Expert, call: IdempotentCall) {
  const intake = openIntake(sources, expert, limits);
  const { request, access } = call;
  try {
    return await replies.answer<unknown>(call, async () => {
      const submission = await readAddSourceRequest({ request, ...intake });
      const wait = { milliseconds: submission.wait, signal: request.signal };
      if ("site" in submission)
        return addingTask(sites, { expert, keyId: access.keyId, site: submission.site, waiting: wait });
      return addingSource(sources, submission, { expert, keyId: access.keyId, wait, accepted: intake.accepted });
    });
  } finally {
    intake.close();
  }
}

interface NewSourceTask {
  readonly expert: Expert;
  readonly keyId: KeyId;
  readonly wait: { readonly milliseconds: number; readonly signal: AbortSignal };
  readonly accepted: () => void;
}

function addingSource(
  sources: SourceService,
  submission: AddSourceRequest,
  { expert, keyId, wait, accepted: releaseIntake }: NewSourceTask,
): RepeatableTask<Acceptance> {
  return {
    fingerprinted: fingerprintedParts(submission),
    begin: async (again) => {
      const addition = await sources.addition(expert, keyId, await current(submission, again));
      return {
        ...addition,
        committed: (acceptance) => {
          addition.committed(acceptance);
          releaseIntake();
        },
      };
    },
    reply: (acceptance) => {
      const accepted = acceptedOf(acceptance);
      return replyTo(accepted, accepted.source);
    },
    settled: async (acceptance) => {
      const accepted = acceptedOf(acceptance);
      return replyTo(accepted, await sources.waitFor(expert, accepted.source, wait));
    },
  };
}

function replyTo({ outcome }: Accepted, source: Source): Reply {
  const status = outcome === "duplicate" ? 200 : source.status === "ready" ? 201 : 202;
  const location = `/v1/experts/${source.expertId}/sources/${source.id}`;
  return { status, location, body: sourceView(source, outcome === "duplicate") };
}

function sourceRoutes({ auth, experts, sources }: SourcesRoutesParts) {
  return new Elysia({ name: "source-routes", prefix: "/v1/experts/:id/sources/:sid" })
    .use(auth)
    .get(
      "",
      async ({ access, params, request }) => {
        const { wait = 0 } = readQuery(request, sourceQuery);
        const expert = await experts.find(access, params.id);
        const source = await sources.find(expert, params.sid);
        const waiting = { milliseconds: wait * 1000, signal: request.signal };
        return sourceView(wait === 0 ? source : await sources.waitFor(expert, source, waiting));
      },
      { scope: reading, detail: getSource },
    )
    .patch(
      "",
      async ({ access, params, request }) => {
        const expert = await experts.find(access, params.id);
        const { title, url, metadata } = await readBody(request, sourcePatch);
        if (metadata !== undefined) checkMetadata(metadata);
        if (typeof url === "string") addressOf(url);
        return sourceView(await sources.update(expert, params.sid, { title, url, metadata }));
      },
      { parse: "none", scope: "ingest", detail: updateSource },
    )
    .delete(
      "",
      async ({ access, params }) => {
        const source = await sources.remove(await experts.find(access, params.id), params.sid);
        return deletedView("source", source.id);
      },
      { scope: "ingest", detail: deleteSource },
    )
    .post(
      "/retry",
      async ({ access, params }) => sourceView(await sources.retry(await experts.find(access, params.id), params.sid)),
      {
        scope: "ingest",
        detail: move(
          "retrySource",
          "Try a failed or canceled source again",
          "The source joins the queue as if it were new.",
        ),
      },
    )
    .post(
      "/cancel",
      async ({ access, params }) => sourceView(await sources.cancel(await experts.find(access, params.id), params.sid)),
      {
        scope: "ingest",
        detail: move("cancelSource", "Stop a source that is not settled yet", "What was read of it is discarded."),
      },
    );
}

const addSource = operation({
  id: "addSource",
  tag,
  summary: "Add a source",
  scope: "ingest",
  query: FileQuery,
  repeatable: true,
  description:
    "The body is JSON with the text or with the address of the document, a form with the file, or the bytes " +
    "themselves with their own content type. A site (`type` is `site`) is no source itself: its pages are, and the reply is the site. With an `Idempotency-Key` it is added once, however often it is sent. " +
    "Sending the same bytes again returns the existing source. Sending a known `external_id` with other bytes makes a new version of its source.",
  body: {
    "application/json": Type.Union([...NewSource.anyOf, NewSite], { $id: "NewSourceOrSite" }),
    "multipart/form-data": SourceUpload,
    "application/octet-stream": DocumentBytes,
  },
  answers: {
    200: { says: "A source with these bytes exists already (`deduplicated` is true).", schema: SourceObject },
    201: { says: "The source, ready.", schema: SourceObject },
    202: { says: "The source, durably stored and waiting to be read.", schema: SourceObject },
  },
  errors: [...costlyErrors, "queue_full", "expert_not_found", "url_sources_disabled", "kept_elsewhere", "storage_full"],
});

const listSources = operation({
  id: "listSources",
  tag,
  summary: "List sources",
  description: "By creation; `status` and `external_id` narrow the list.",
  scope: reading,
  query: SourceListQuery,
  answers: { 200: { says: "A page of sources.", schema: SourceList } },
  errors: ["expert_not_found"],
});

const getSource = operation({
  id: "getSource",
  tag,
  summary: "Get a source",
  description: "`wait` holds the reply back until the source is ready, failed or canceled.",
  scope: reading,
  query: SourceQuery,
  answers: { 200: { says: "The source.", schema: SourceObject } },
  errors: notFound,
});

const updateSource = operation({
  id: "updateSource",
  tag,
  summary: "Change a source's title, address or metadata",
  scope: "ingest",
  description:
    "Fields that are not given keep their value; `metadata` is replaced as a whole. The change takes effect with the next question, the words of a new title included. " +
    "This does not make a new version. A new title gives the passages new ids.",
  body: { "application/json": SourcePatch },
  answers: { 200: { says: "The source as it is now.", schema: SourceObject } },
  errors: [...notFound, "storage_full"],
});

function move(id: string, summary: string, description: string) {
  const answers = { 200: { says: "The source as it is now.", schema: SourceObject } };
  return operation({
    id,
    tag,
    summary,
    description,
    scope: "ingest",
    answers,
    errors: [...notFound, "source_not_retryable", "storage_full"],
  });
}

const deleteSource = operation({
  id: "deleteSource",
  tag,
  summary: "Delete a source",
  scope: "ingest",
  description:
    "Deletes its text, its passages, its index entries and its file, whoever keeps it. It is never cited again.",
  answers: { 200: { says: "It is gone.", schema: DeletedSource } },
  errors: [...notFound, "storage_full"],
});
