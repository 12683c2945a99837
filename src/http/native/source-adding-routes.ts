/** Documents come in: one in any form, a file of a form, or several at once. */
import { type Static, Type } from "@sinclair/typebox";
import { acceptedView } from "../../api/keeper-schemas.ts";
import { errorBody } from "../../api/schema-parts.ts";
import { SiteSource } from "../../api/site-schemas.ts";
import {
  NewSource,
  NewSources,
  SourceBatch,
  SourceObject,
  SourceQuery,
  SourceUpload,
} from "../../api/source-schemas.ts";
import { checked } from "../../api/validation.ts";
import type { Expert } from "../../experts/expert.ts";
import { Fault, type FaultCode, invalidParameter } from "../../kernel/fault.ts";
import type { KeyId } from "../../kernel/ids.ts";
import type { Acceptance, Accepted } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import { acceptedOf, current } from "../../sources/source-addition.ts";
import type { SourceService } from "../../sources/source-service.ts";
import { mediaType, readBody } from "../body/request-body.ts";
import { costlyErrors } from "../description/operation.ts";
import type { IdempotentCall, RepeatableReply, RepeatableTask } from "../edge/idempotency.ts";
import { routesOf } from "../route.ts";
import type { RouteParts } from "../route-parts.ts";
import {
  type AddSourceRequest,
  fingerprintedParts,
  readAddSourceRequest,
  submissionFromJson,
} from "./add-source-request.ts";
import { openIntake } from "./open-intake.ts";
import { addingTask } from "./sites-routes.ts";

const route = routesOf("Sources");
/** Each source is checked by itself, so that one does not stop the others. */
const newSources = checked(
  Type.Object(
    { ...NewSources.properties, sources: Type.Array(Type.Unknown(), NewSources.properties.sources) },
    NewSources,
  ),
);

function noForm(): Fault {
  return new Fault(
    "invalid_parameter",
    'This route reads a form (multipart/form-data) with the file in its field "file".',
    {
      param: "file",
      hint: "POST /v1/experts/{id}/sources also takes JSON, and bytes with their own type.",
    },
  );
}

/** A file that is not kept is deleted before the reply. */
async function addTo({ sources, sites, replies, limits }: RouteParts, expert: Expert, call: IdempotentCall) {
  using intake = openIntake(sources, expert, limits);
  const { request, access } = call;
  return await replies.answer<unknown>(call, async () => {
    const submission = await readAddSourceRequest({ request, ...intake });
    const wait = { milliseconds: submission.wait, signal: request.signal };
    if ("site" in submission)
      return addingTask(sites, { expert, keyId: access.keyId, site: submission.site, waiting: wait });
    return addingSource(sources, submission, { expert, keyId: access.keyId, wait, accepted: intake.accepted });
  });
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

function replyTo(accepted: Accepted, source: Source): RepeatableReply {
  const { outcome } = accepted;
  const status = outcome === "duplicate" ? 200 : source.status === "ready" ? 201 : 202;
  const location = `/v1/experts/${source.expertId}/sources/${source.id}`;
  return { status, location, body: acceptedView(accepted, source) };
}

/** Each in a transaction of its own, in order. A repetition of the request repeats each of them. */
async function addAll(
  parts: RouteParts,
  expert: Expert,
  call: IdempotentCall,
  given: readonly unknown[],
): Promise<Static<typeof SourceBatch>> {
  await parts.replies.claim(call, given);
  const data: Static<typeof SourceBatch>["data"] = [];
  for (const [at, source] of given.entries()) {
    call.request.signal.throwIfAborted();
    const set = { status: 200, headers: {} };
    try {
      const added = await addOne(parts, expert, { ...call, set, route: `${call.route}/${at}` }, source);
      data.push({ status: set.status, source: added, error: null });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const said = errorBody(error, String(call.set.headers["x-request-id"] ?? ""));
      const param = said.param === null || said.param === "" ? `sources[${at}]` : `sources[${at}].${said.param}`;
      data.push({ status: error.kind.status, source: null, error: { ...said, param } });
    }
  }
  return { object: "source.batch", data };
}

async function addOne(
  { sources, replies, limits }: RouteParts,
  expert: Expert,
  call: IdempotentCall,
  source: unknown,
): Promise<Static<typeof SourceObject>> {
  if (Object(source).type === "site") throw invalidParameter("type", "A site is added by POST /v1/experts/{id}/sites.");
  using intake = openIntake(sources, expert, limits);
  const answered = await replies.answer<Acceptance>(call, async () => {
    const submission = { ...(await submissionFromJson(source, intake)), wait: 0 };
    const wait = { milliseconds: 0, signal: call.request.signal };
    const { accepted } = intake;
    return addingSource(sources, submission, { expert, keyId: call.access.keyId, wait, accepted });
  });
  return answered as Static<typeof SourceObject>;
}

const addedAnswers = {
  200: { says: "A source with these bytes exists already (`deduplicated` is true).", schema: SourceObject },
  201: { says: "The source, ready.", schema: SourceObject },
  202: { says: "The source, durably stored and waiting to be read.", schema: SourceObject },
};
const addingErrors: readonly FaultCode[] = [
  ...costlyErrors,
  "queue_full",
  "expert_not_found",
  "url_sources_disabled",
  "kept_elsewhere",
  "storage_full",
];

const addSource = route("POST /v1/experts/:id/sources", "addSource", {
  summary: "Add a source",
  scope: "ingest",
  query: SourceQuery,
  repeatable: true,
  description:
    "The body is JSON with the text or with the address of the document. It can also be the bytes themselves with their own content type " +
    "and with `title`, `filename`, `url`, `external_id` and `metadata` in the query, or a form with the file, as `addFile` describes it; " +
    "only JSON is described here, because generated clients do not support several kinds of bodies at one address. A site (`type` is `site`) is no source itself: its pages are, and the reply is the site. With an `Idempotency-Key` it is added once, however often it is sent. " +
    "Sending the same bytes again returns the existing source. Sending a known `external_id` with other bytes makes a new version of its source.",
  body: { "application/json": Type.Union([...NewSource.anyOf, SiteSource], { $id: "SourceOrSiteRequest" }) },
  answers: addedAnswers,
  errors: addingErrors,
  lane: "documents",
  answer: async ({ findExpert, repeatable }, parts) => {
    const expert = await findExpert();
    return addTo(parts, expert, repeatable(expert));
  },
});

const addFile = route("POST /v1/experts/:id/files", "addFile", {
  summary: "Add a file",
  scope: "ingest",
  query: SourceQuery,
  repeatable: true,
  description: "As `POST /v1/experts/{id}/sources` with a form: one file with its facts.",
  body: { "multipart/form-data": SourceUpload },
  answers: addedAnswers,
  errors: addingErrors,
  lane: "documents",
  answer: async ({ request, findExpert, repeatable }, parts) => {
    const expert = await findExpert();
    if (mediaType(request) !== "multipart/form-data") throw noForm();
    return addTo(parts, expert, repeatable(expert));
  },
});

const addSources = route("POST /v1/experts/:id/sources/batch", "addSources", {
  summary: "Add several sources",
  scope: "ingest",
  repeatable: true,
  description:
    "Up to 100 sources in one request, each as `POST /v1/experts/{id}/sources` takes it in JSON. The reply has one entry for each, in order, " +
    "with its own status: one that is refused does not stop the others. A repetition with the same `Idempotency-Key` adds what is missing.",
  body: { "application/json": NewSources },
  answers: { 200: { says: "What became of each source.", schema: SourceBatch } },
  errors: addingErrors,
  lane: "documents",
  answer: async ({ request, findExpert, repeatable }, parts) => {
    const expert = await findExpert();
    const { sources } = await readBody(request, newSources);
    return addAll(parts, expert, repeatable(expert), sources);
  },
});

export const sourceAddingRoutes = [addSource, addFile, addSources];
