import { type Static, Type } from "@sinclair/typebox";
import { deletedView, sourceView } from "../../api/native-views.ts";
import { errorBody, faultOf, strictObject } from "../../api/schema-parts.ts";
import { DeletedSource, SourceObject, SourcesSettled } from "../../api/source-schemas.ts";
import { Fault } from "../../kernel/fault.ts";
import { idPattern } from "../../kernel/ids.ts";
import { isSettled } from "../../sources/source.ts";
import type { Following, SourceChange } from "../../sources/source-following.ts";
import { eventFrame, sseResponse } from "../body/sse.ts";
import { asSent } from "../edge/readable-address.ts";
import { type Arrived, routesOf } from "../route.ts";
import type { RouteParts } from "../route-parts.ts";
import { notFound, reading } from "./source-content-routes.ts";

const route = routesOf("Sources");
const mostFollowed = 100;
/** Milliseconds. Then the client connects again, and its key is checked again. */
const longest = 600_000;

const idBody = idPattern("source").slice(1, -1);
const EventsQuery = strictObject({
  ids: Type.Optional(
    Type.String({
      pattern: `^${idBody}(,${idBody}){0,${mostFollowed - 1}}$`,
      expected: `1 to ${mostFollowed} ids of sources with commas between them`,
      description: "Ids with commas between them, such as those of a batch; all that are not settled when not given.",
    }),
  ),
});

async function following(
  { sources, state }: RouteParts,
  wanted: Omit<Following, "since" | "keyId">,
  { access, request, server, set }: Arrived,
): Promise<Response> {
  const last = lastEventOf(request);
  if (last.isDone) return new Response(null, { status: 204 });
  const left = new AbortController();
  const over = AbortSignal.timeout(longest);
  const signal = AbortSignal.any([request.signal, left.signal, over, state.stop.signal]);
  server?.timeout(asSent(request), 0);
  const changes = sources.follow({ ...wanted, keyId: access.keyId, since: last.at }, signal);
  const frames = eventFrames(changes, { last: last.at ?? 0, signal, requestId: String(set.headers["x-request-id"]) });
  return sseResponse(frames, { onEnd: () => left.abort() });
}

/** Another server's id counts as none. */
function lastEventOf(request: Request): { readonly at: number | null; readonly isDone: boolean } {
  const [, at, done] = /^(\d{1,15})(\.done)?$/.exec(request.headers.get("last-event-id") ?? "") ?? [];
  return { at: at === undefined ? null : Number(at), isDone: done !== undefined };
}

/** An event's id is the time of the newest change that was sent. An error before the first change is thrown, so that it becomes a reply. */
async function* eventFrames(
  changes: AsyncGenerator<SourceChange>,
  { last, signal, requestId }: { readonly last: number; readonly signal: AbortSignal; readonly requestId: string },
): AsyncGenerator<string> {
  const settled = { ready: 0, failed: 0, canceled: 0, deleted: 0 };
  let at = last;
  const frameOf = (change: SourceChange): string => {
    if ("begun" in change) return ": following\n\n";
    if ("gone" in change) {
      settled.deleted += 1;
      return eventFrame("deleted", deletedView("source", change.gone), String(at));
    }
    const { status, updatedAt } = change.source;
    if (isSettled(status)) settled[status] += 1;
    at = Math.max(at, updatedAt);
    return eventFrame("source", sourceView(change.source), String(at));
  };
  let begun = false;
  try {
    for await (const change of changes) {
      begun = true;
      yield frameOf(change);
    }
    if (signal.reason instanceof Fault) throw signal.reason;
    const done: Static<typeof SourcesSettled> = { object: "sources.settled", ...settled };
    if (!signal.aborted) yield eventFrame("done", done, `${at}.done`);
  } catch (error) {
    if (!begun) throw error;
    yield eventFrame("error", { error: errorBody(faultOf(error), requestId) });
  }
}

const says =
  "Events: `source` with the source object each time its state changes, `deleted`, and at last `done` with how many ended how. " +
  "A stream ends after ten minutes, or with `error`; a client that connects again with `Last-Event-ID` hears only what changed since, and 204 after `done`.";
const answers = {
  200: {
    says,
    media: ["text/event-stream"],
    events: { source: SourceObject, deleted: DeletedSource, done: SourcesSettled },
  },
  204: { says: "All was told: the `Last-Event-ID` is that of `done`.", media: [] },
};

const followSources = route("GET /v1/experts/:id/sources/events", "followSources", {
  summary: "Follow the progress of several sources",
  description:
    "Those of a batch by `ids`, or all of the expert that are not settled, and those that are added meanwhile.",
  scope: reading,
  query: EventsQuery,
  answers,
  errors: [...notFound, "overloaded"],
  answer: async (call, parts) => {
    const { ids } = call.readQuery();
    const expert = await call.findExpert();
    const named = ids?.split(",").map(async (id) => parts.sources.find(expert, id));
    return following(parts, { expert, sources: named === undefined ? null : await Promise.all(named) }, call);
  },
});

const followSource = route("GET /v1/experts/:id/sources/:sid/events", "followSource", {
  summary: "Follow the progress of a source",
  description: "Begins with the source as it is, and ends when it is ready, failed or canceled.",
  scope: reading,
  answers,
  errors: [...notFound, "overloaded"],
  answer: async (call, parts) =>
    following(parts, { expert: await call.findExpert(), sources: [await call.findSource()] }, call),
});

export const sourceEventsRoutes = [followSources, followSource];
