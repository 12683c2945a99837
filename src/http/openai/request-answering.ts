import type { AnswerEvent } from "../../answering/answer.ts";
import { plainQuestion, type Question } from "../../answering/asked-question.ts";
import type { ModelMessage } from "../../answering/ports.ts";
import { type ErrorBody, errorBody, faultOf } from "../../api/schema-parts.ts";
import type { Expert } from "../../experts/expert.ts";
import type { ExpertService } from "../../experts/expert-service.ts";
import { unixSeconds } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import { nearestName } from "../../kernel/nearest-name.ts";
import { parseFilter } from "../../kernel/stores/source-filter.ts";
import type { Access } from "../../keys/key.ts";
import type { Arrived } from "../route.ts";
import type { RouteParts } from "../route-parts.ts";
import type { CitationContext } from "./citation-annotations.ts";
import { passageLink } from "./citation-links.ts";
import { enveloped } from "./enveloped-events.ts";
import type { ExpertRequest } from "./expert-request.ts";
import { housekeepingEvents } from "./front-ends/housekeeping-prompts.ts";
import { remembering } from "./remembered-turns.ts";

export interface StartedAnswer {
  readonly events: AsyncGenerator<AnswerEvent>;
  readonly context: SharedContext;
  abandon(): void;
}

export interface SharedContext extends Omit<CitationContext, "citations" | "notes" | "tools" | "instructions"> {
  readonly model: string;
  readonly createdSeconds: number;
  describeError(error: unknown): ErrorBody;
}

/** @throws Fault `model_not_found`, `invalid_parameter` (`filter`, `response_format`) */
export async function ask(
  parts: RouteParts,
  wanted: ExpertRequest,
  { access, request, set }: Arrived,
): Promise<StartedAnswer> {
  const { experts, answers, clock, ids } = parts;
  const expert = await findModel(experts, access, wanted.model);
  const left = new AbortController();
  const createdAt = clock.now();
  const context: SharedContext = {
    model: expert.slug,
    createdSeconds: unixSeconds(createdAt),
    footer: expert.settings.chatFooter && wanted.envelope === null,
    passageLink: passageLink(parts.publicUrl ?? new URL(request.url).origin, expert),
    describeError: (error) => errorBody(faultOf(error), String(set.headers["x-request-id"])),
  };
  const abandon = () => left.abort();
  if (wanted.housekeeping !== null) {
    const asked = { id: ids.mint("query"), expertId: expert.id, question: wanted.question, createdAt };
    const signal = AbortSignal.any([request.signal, left.signal]);
    const write = () => answers.write(messagesOf(wanted), { expert, keyId: access.keyId }, signal);
    return { events: housekeepingEvents(wanted.housekeeping, asked, write), context, abandon };
  }
  const question = questionOf(wanted, { expert, keyId: access.keyId });
  const signal = wanted.stream ? AbortSignal.any([request.signal, left.signal]) : request.signal;
  const answered = answers.answer(question, signal);
  const turn = { expert, keyId: access.keyId, conversation: wanted.conversation, text: wanted.question };
  const events = expert.settings.remember ? remembering(answered, turn, parts.remember) : answered;
  return { events: wanted.envelope === null ? events : enveloped(events, wanted.envelope), context, abandon };
}

function questionOf(wanted: ExpertRequest, asker: Pick<Question, "expert" | "keyId">): Question {
  return {
    ...plainQuestion,
    ...asker,
    surface: "chat",
    text: wanted.question,
    history: wanted.history,
    instructions: wanted.instructions === null ? [] : [wanted.instructions],
    material: wanted.material,
    tools: wanted.tools,
    exchange: wanted.exchange,
    format: wanted.format,
    k: wanted.k,
    filter: wanted.filter === null ? null : parseFilter(wanted.filter),
    wantsPassages: false,
    maxTokens: wanted.maxTokens,
    sampling: { ...wanted.sampling },
  };
}

function messagesOf({ instructions, history, question }: ExpertRequest): ModelMessage[] {
  return [
    ...(instructions === null ? [] : [{ role: "system" as const, content: instructions }]),
    ...history.map(({ role, text }) => ({ role, content: text })),
    { role: "user", content: question },
  ];
}

export async function findModel(experts: ExpertService, access: Access, model: string): Promise<Expert> {
  const expert = await experts.lookUp(access, model);
  if (expert !== null) return expert;
  const near = nearestName(model, await namesWithin(experts, access));
  throw new Fault("model_not_found", `There is no expert "${model}" that this key can reach.`, {
    param: "model",
    hint: near === null ? listingHint : `Did you mean "${near}"? ${listingHint}`,
  });
}

const listingHint =
  "GET /v1/models lists the experts. To keep a client's model name, give it to an expert as an alias.";

/** Of the newest experts: a hint need not search thousands. */
async function namesWithin(experts: ExpertService, access: Access): Promise<string[]> {
  const { items } = await experts.list(access, { limit: 100, order: "desc", after: null });
  return items.flatMap(({ slug, aliases }) => [slug, ...aliases]);
}
