import { SourceListQuery } from "../../api/contents/source-list-schemas.ts";
import { tableResultView, tableView } from "../../api/contents/table-schemas.ts";
import { ExpertListQuery } from "../../api/expert-schemas.ts";
import { acceptedView } from "../../api/keeper-schemas.ts";
import {
  type AnswerView,
  type BackendOperation,
  type CallProgress,
  type ExpertView,
  type MemoryBackend,
  mayDo,
  type NewDocument,
  operationScopes,
  type Query,
  type SiteView,
  type SourceView,
} from "../../api/memory-backend.ts";
import {
  answerView,
  awaitedListView,
  deletedView,
  expertView,
  listView,
  pageRequestFrom,
  sourceView,
  wholeListView,
} from "../../api/native-views.ts";
import { siteRequestFrom } from "../../api/site-schemas.ts";
import { checked } from "../../api/validation.ts";
import type { Expert } from "../../experts/expert.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { createTurnTaking, type TurnTaking } from "../../kernel/mutex.ts";
import { type Access, requireScope } from "../../keys/key.ts";
import { textWindow } from "../../language/text/text-window.ts";
import { isSettled, type Source } from "../../sources/source.ts";
import { pulledBody } from "../body/pulled-body.ts";
import { halfCharacters, isUnicode } from "../body/request-body.ts";
import type { Gates } from "../edge/concurrency-guard.ts";
import type { RepeatableTask } from "../edge/idempotency.ts";
import { submissionFromFile, submissionFromJson } from "../native/add-source-request.ts";
import { expertAddition, newExpert } from "../native/experts-routes.ts";
import { openIntake } from "../native/open-intake.ts";
import { partsOf, queryRequest, questionFrom } from "../native/query-routes.ts";
import { addingTask } from "../native/sites-routes.ts";
import { selectionFrom } from "../native/source-selection.ts";
import { tableQueryRequest } from "../native/tables-routes.ts";
import type { RouteParts } from "../route-parts.ts";

interface ServiceBackendParts
  extends Pick<RouteParts, "experts" | "sources" | "sites" | "replies" | "answers" | "tables" | "limits"> {
  readonly gates: Gates;
}

const expertListQuery = checked(ExpertListQuery);
const sourceListQuery = checked(SourceListQuery);

export function createServiceBackend(parts: ServiceBackendParts): (access: Access) => MemoryBackend {
  const turns = createTurnTaking();
  return (access) => backendOf(parts, access, turns);
}

function backendOf(parts: ServiceBackendParts, access: Access, turns: TurnTaking): MemoryBackend {
  const { experts, sources } = parts;
  const allow = (operation: BackendOperation) => {
    const needed = operationScopes[operation];
    if (needed !== null) requireScope(access, needed);
  };
  const reach: Reach = (operation, name) => {
    allow(operation);
    return experts.find(access, name);
  };
  const view = async (expert: Expert) => expertView(expert, await experts.contents(expert));
  return {
    may: (operation) => mayDo(access.scopes, operation),
    experts: async ({ limit, after }) => {
      const query = expertListQuery.parse({ limit, order: "asc", ...(after === null ? {} : { after }) });
      return awaitedListView(await experts.list(access, pageRequestFrom(query)), view);
    },
    expert: async (name) => view(await reach("look", name)),
    ...makingOperations(parts, access, { allow, reach }),
    ask: async (name, query, progress) => ask(parts, { expert: await reach("ask", name), access }, query, progress),
    sources: async (name, request) => {
      const query = sourceListQuery.parse(request);
      const page = await sources.list(await reach("read", name), selectionFrom(query), pageRequestFrom(query));
      return listView(page, (source) => sourceView(source));
    },
    source: async (name, id) => sourceView(await sources.find(await reach("read", name), id)),
    ...tableOperations(parts, reach),
    text: async (name, id, part) => {
      const source = await sources.find(await reach("read", name), id);
      const { version, pieces } = await sources.content(source, part.version);
      return { version, ...(await textWindow(pulledBody(pieces(), turns), part)) };
    },
    add: async (name, document, wait, progress) =>
      add(parts, { expert: await reach("add", name), access }, { document, wait }, progress),
    forget: async (name, id) => deletedView("source", (await sources.remove(await reach("forget", name), id)).id),
  };
}

/** Finds an expert for an operation. @throws Fault if the key may not do it */
type Reach = (operation: BackendOperation, name: string) => Awaitable<Expert>;

interface CallPermission {
  allow(operation: BackendOperation): void;
  readonly reach: Reach;
}

/** As the routes make them; a call has no key against repetition. */
function makingOperations(
  { experts, sites, replies }: ServiceBackendParts,
  access: Access,
  { allow, reach }: CallPermission,
): Pick<MemoryBackend, "create" | "addSite"> {
  const request = new Request("http://localhost/mcp");
  const make = <T>(route: string, task: RepeatableTask<T>) =>
    replies.answer<T>({ request, access, route, set: { headers: {} } }, async () => task);
  return {
    create: async (draft) => {
      allow("create");
      const task = expertAddition(experts, access, newExpert.parse(draft));
      return make("create_expert", task) as Promise<ExpertView>;
    },
    addSite: async (name, given) => {
      const waiting = { milliseconds: 0, signal: request.signal };
      const wanted = { expert: await reach("add", name), keyId: access.keyId, site: siteRequestFrom(given), waiting };
      return make("add_source", addingTask(sites, wanted)) as Promise<SiteView>;
    },
  };
}

function tableOperations(
  { sources, tables }: ServiceBackendParts,
  reach: Reach,
): Pick<MemoryBackend, "tables" | "queryTable"> {
  return {
    tables: async (name, id) => {
      const expert = await reach("read", name);
      const source = await sources.find(expert, id);
      return wholeListView((await tables.list(expert, source.id)).map((table) => tableView(source.id, table)));
    },
    queryTable: async (name, id, { table, query }) => {
      const expert = await reach("ask", name);
      const source = await sources.find(expert, id);
      return tableResultView(await tables.query(expert, source.id, table, tableQueryRequest.parse(query)));
    },
  };
}

interface Asker {
  readonly expert: Expert;
  readonly access: Access;
}

async function ask(
  { answers, gates }: ServiceBackendParts,
  { expert, access }: Asker,
  fields: Query,
  { signal, progress }: CallProgress,
): Promise<AnswerView> {
  const began = performance.now();
  const query = queryRequest.parse(fields);
  const question = questionFrom(query, expert, access.keyId);
  const permit = await gates.questions.acquire(signal);
  let isWriting = false;
  try {
    for await (const event of answers.answer(question, signal)) {
      if (event.type === "retrieval") progress(`Passages found: ${event.retrieval.returned}`);
      if (event.type === "text" && !isWriting) {
        isWriting = true;
        progress("Writing the answer");
      }
      if (event.type === "end") return answerView(event.answer, partsOf(query, began));
    }
  } finally {
    permit.release();
  }
  throw new Error("the answer ended before its end");
}

interface AddedDocument {
  readonly document: NewDocument;
  /** Seconds. */
  readonly wait: number;
}

async function add(
  parts: ServiceBackendParts,
  { expert, access }: Asker,
  { document, wait }: AddedDocument,
  progress: CallProgress,
): Promise<SourceView> {
  const { sources, gates, limits } = parts;
  if ("fields" in document && !isUnicode(document.fields)) throw halfCharacters();
  const intake = openIntake(sources, expert, limits);
  const permit = await gates.documents.acquire(progress.signal);
  try {
    const arrived =
      "fields" in document
        ? await submissionFromJson(document.fields, intake)
        : await submissionFromFile(document.file.stream(), document.facts, intake.receive);
    const accepted = await sources.add(expert, access.keyId, arrived);
    intake.accepted();
    const added = { added: accepted.source, milliseconds: wait * 1000 };
    const settled = await follow(parts, { expert, access }, added, progress);
    return acceptedView(accepted, settled);
  } finally {
    intake.close();
    permit.release();
  }
}

async function follow(
  { sources }: ServiceBackendParts,
  { expert, access: { keyId } }: Asker,
  { added, milliseconds }: { readonly added: Source; readonly milliseconds: number },
  { signal, progress }: CallProgress,
): Promise<Source> {
  if (milliseconds === 0 || isSettled(added.status)) return added;
  let source = added;
  const over = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  for await (const change of sources.follow({ expert, keyId, sources: [added], since: null }, over)) {
    if (!("source" in change)) continue;
    source = change.source;
    progress(progressOf(source));
  }
  signal.throwIfAborted();
  return source;
}

function progressOf({ stage, status, progress: { done, total } }: Source): string {
  const step = stage ?? status;
  return total === 0 ? step : `${step}, ${done} of ${total}`;
}
