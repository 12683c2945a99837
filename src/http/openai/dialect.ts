/** The frame of both OpenAI routes. */

import type { Answer, AnswerEvent } from "../../answering/answer.ts";
import { wholeAnswer } from "../../answering/answer-service.ts";
import type { Access } from "../../keys/key.ts";
import { readJson } from "../body/request-body.ts";
import { sseResponse } from "../body/sse.ts";
import type { HeldPermit } from "../edge/concurrency-guard.ts";
import { asSent } from "../edge/readable-address.ts";
import type { ExpertRequest } from "./expert-request.ts";
import { type AskingParts, ask, type SharedContext } from "./request-answering.ts";

export interface Dialect<Wanted extends ExpertRequest, Context> {
  read(body: unknown): Wanted;
  context(wanted: Wanted, shared: SharedContext): Context;
  reply(answer: Answer, context: Context): object;
  stream(events: AsyncIterable<AnswerEvent>, context: Context): AsyncGenerator<string>;
}

export interface RouteContext {
  readonly access: Access;
  readonly permit: HeldPermit;
  readonly request: Request;
  readonly server: { timeout(request: Request, seconds: number): void } | null;
  readonly set: { readonly headers: Readonly<Record<string, unknown>> };
}

export function answerIn<Wanted extends ExpertRequest, Context>(
  dialect: Dialect<Wanted, Context>,
  parts: AskingParts,
): (context: RouteContext) => Promise<object> {
  return async ({ access, permit, request, server, set }) => {
    const wanted = dialect.read(await readJson(request));
    const {
      events,
      context: shared,
      abandon,
    } = await ask(parts, wanted, {
      access,
      request,
      requestId: String(set.headers["x-request-id"]),
    });
    const context = dialect.context(wanted, shared);
    if (!wanted.stream) return dialect.reply(await wholeAnswer(events), context);
    server?.timeout(asSent(request), 0);
    return sseResponse(dialect.stream(events, context), { onEnd: abandon, permit });
  };
}
