/** The desk over the services of this process. */
import type { AnswerService } from "../../answering/answer-service.ts";
import type { Expert } from "../../experts/expert.ts";
import type { ExpertService } from "../../experts/expert-service.ts";
import { createTurnTaking, type TurnTaking } from "../../kernel/turn-taking.ts";
import { type Access, requireScope } from "../../keys/key.ts";
import type { Gate } from "../../limits/gate.ts";
import type { ReceivedFile } from "../../sources/ports.ts";
import { isSettled, type Source } from "../../sources/source.ts";
import type { SourceService } from "../../sources/source-service.ts";
import { textWindow } from "../../text/text-window.ts";
import { pulledBody } from "../body/pulled-body.ts";
import { halfCharacters, isUnicode } from "../body/request-body.ts";
import { checked } from "../body/validation.ts";
import { type SourceLimits, submissionFromFile, submissionFromJson } from "../native/add-source-request.ts";
import { ExpertListQuery } from "../native/expert-schemas.ts";
import { answerView, deletedView, expertView, listView, pageRequestFrom, sourceView } from "../native/native-views.ts";
import { partsOf, type Query, queryRequest, questionFrom } from "../native/query-routes.ts";
import { SourceListQuery } from "../native/source-schemas.ts";
import {
  type AnswerView,
  type Course,
  type DeskOperation,
  type MemoryDesk,
  mayDo,
  type NewDocument,
  operationScopes,
  type SourceView,
} from "./memory-desk.ts";

export interface ServiceDeskParts {
  readonly experts: ExpertService;
  readonly sources: SourceService;
  readonly answers: AnswerService;
  /** Costly operations wait in the same lines as those of the routes. */
  readonly gates: { readonly questions: Gate; readonly documents: Gate };
  readonly limits: SourceLimits;
}

const expertListQuery = checked(ExpertListQuery);
const sourceListQuery = checked(SourceListQuery);

/** Milliseconds between two reports while a document is read. */
const reportInterval = 1000;

export function createServiceDesk(parts: ServiceDeskParts): (access: Access) => MemoryDesk {
  const turns = createTurnTaking();
  return (access) => deskOf(parts, access, turns);
}

function deskOf(parts: ServiceDeskParts, access: Access, turns: TurnTaking): MemoryDesk {
  const { experts, sources } = parts;
  const allow = (operation: DeskOperation) => {
    const needed = operationScopes[operation];
    if (needed !== null) requireScope(access, needed);
  };
  const reach = (operation: DeskOperation, name: string): Expert => {
    allow(operation);
    return experts.find(access, name);
  };
  const view = (expert: Expert) => expertView(expert, experts.contents(expert));
  return {
    may: (operation) => mayDo(access.scopes, operation),
    experts: async ({ limit, after }) => {
      const query = expertListQuery.parse({ limit, order: "asc", ...(after === null ? {} : { after }) });
      return listView(experts.list(access, pageRequestFrom(query)), view);
    },
    expert: async (name) => view(reach("look", name)),
    ask: async (name, query, course) => ask(parts, { expert: reach("ask", name), access }, query, course),
    sources: async (name, wish) => {
      const query = sourceListQuery.parse(wish);
      const { status = null, external_id: externalId = null, q: text = null } = query;
      const page = sources.list(reach("read", name), { status, externalId, text }, pageRequestFrom(query));
      return listView(page, (source) => sourceView(source));
    },
    source: async (name, id) => sourceView(sources.find(reach("read", name), id)),
    text: async (name, id, part) => {
      const { version, pieces } = sources.content(sources.find(reach("read", name), id), part.version);
      return { version, ...(await textWindow(pulledBody(pieces(), turns), part)) };
    },
    add: async (name, document, wait, course) =>
      add(parts, { expert: reach("add", name), access }, { document, wait }, course),
    forget: async (name, id) => deletedView("source", (await sources.remove(reach("forget", name), id)).id),
  };
}

interface Asker {
  readonly expert: Expert;
  readonly access: Access;
}

async function ask(
  { answers, gates }: ServiceDeskParts,
  { expert, access }: Asker,
  fields: Query,
  { signal, progress }: Course,
): Promise<AnswerView> {
  const began = performance.now();
  const query = queryRequest.parse(fields);
  const question = questionFrom(query, expert, access.keyId);
  const permit = await gates.questions.acquire(signal);
  let isWriting = false;
  try {
    for await (const event of answers.answer(question, signal)) {
      if (event.type === "retrieval") progress(`Passages found: ${event.retrieved.length}`);
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

interface Addition {
  readonly document: NewDocument;
  /** Seconds. */
  readonly wait: number;
}

async function add(
  parts: ServiceDeskParts,
  { expert, access }: Asker,
  { document, wait }: Addition,
  course: Course,
): Promise<SourceView> {
  const { sources, gates, limits } = parts;
  if ("fields" in document && !isUnicode(document.fields)) throw halfCharacters();
  let file: ReceivedFile | null = null;
  const receive = async (content: AsyncIterable<Uint8Array>) => {
    file = await sources.receive(content);
    return file;
  };
  const permit = await gates.documents.acquire(course.signal);
  try {
    const arrived =
      "fields" in document
        ? await submissionFromJson(document.fields, { limits, receive })
        : await submissionFromFile(document.file.stream(), document.facts, receive);
    const { source, outcome } = sources.add(expert, access.keyId, arrived);
    const settled = await follow(parts, expert, source, wait * 1000, course);
    return sourceView(settled, outcome === "duplicate");
  } finally {
    (file as ReceivedFile | null)?.discard();
    permit.release();
  }
}

async function follow(
  { sources }: ServiceDeskParts,
  expert: Expert,
  added: Source,
  milliseconds: number,
  { signal, progress }: Course,
): Promise<Source> {
  const end = performance.now() + milliseconds;
  let source = added;
  for (let left = milliseconds; left > 0 && !isSettled(source.status); left = end - performance.now()) {
    source = await sources.waitFor(expert, source, { milliseconds: Math.min(left, reportInterval), signal });
    signal.throwIfAborted();
    progress(progressOf(source));
  }
  return source;
}

function progressOf({ stage, status, progress: { done, total } }: Source): string {
  const step = stage ?? status;
  return total === 0 ? step : `${step}, ${done} of ${total}`;
}
