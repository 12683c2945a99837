import { Json, parseJson } from "../checks/reply-reading.ts";
import type { QuestionOperation } from "../model/load-operation.ts";
import type { AnswerSummary, CitedPassage, OperationOutcome } from "../model/operation-outcome.ts";
import { outcomeOf } from "./operation-requests.ts";
import { eventsOf, json, type Received, type ServiceClient, type ServiceRequest, successOf } from "./service-client.ts";

export function ask(client: ServiceClient, operation: QuestionOperation): Promise<OperationOutcome<AnswerSummary>> {
  const read = operation.kind === "query" ? queryReply : chatReply;
  return outcomeOf(client, { ...requestOf(operation), leaves: operation.leaves }, (reply) =>
    read(reply, operation.stream),
  );
}

function requestOf({ kind, expert, question, stream }: QuestionOperation): ServiceRequest {
  if (kind === "query") return { method: "POST", path: `/v1/experts/${expert}/query`, ...json({ question, stream }) };
  const messages = [{ role: "user", content: question }];
  const options = stream ? { stream_options: { include_usage: true } } : {};
  return { method: "POST", path: "/v1/chat/completions", ...json({ model: expert, messages, stream, ...options }) };
}

const mostTold = 3000;

function queryReply(reply: Received, stream: boolean): AnswerSummary | null {
  if (!stream || reply.status >= 400) return { ...answerFrom(successOf(reply)), text: reply.text.slice(0, mostTold) };
  const events = eventsOf(reply.text);
  refuseErrors(events.find(({ event }) => event === "error")?.data);
  const last = events.find(({ event }) => event === "done");
  return last === undefined ? null : answerFrom(parseJson(last.data));
}

function answerFrom(answer: Json): AnswerSummary {
  return { abstained: answer.at("abstained").flag, ...tokensOf(answer), citations: citationsIn(answer) };
}

function chatReply(reply: Received, stream: boolean): AnswerSummary | null {
  if (!stream || reply.status >= 400) {
    const completion = successOf(reply);
    const context = completion.at("choices").at("0").at("message").at("context");
    return { abstained: context.at("abstained").flag, ...tokensOf(completion), citations: citationsIn(context) };
  }
  const events = eventsOf(reply.text).map(({ data }) => data);
  refuseErrors(events.find((data) => data.startsWith('{"error"')));
  if (events.at(-1) !== "[DONE]") return null;
  const chunks = events.slice(0, -1).map(parseJson);
  const context = chunks.map(contextOf).find((each) => !each.isNone);
  const counted = chunks.find((chunk) => !chunk.at("usage").isNone);
  if (context === undefined || counted === undefined) throw new Error("a stream without context or usage");
  return { abstained: context.at("abstained").flag, ...tokensOf(counted), citations: citationsIn(context) };
}

function contextOf(chunk: Json): Json {
  const [choice] = chunk.at("choices").list;
  return choice === undefined ? new Json(null) : choice.at("delta").at("context");
}

function refuseErrors(data: string | undefined): void {
  if (data !== undefined) throw new Error(`an error in a stream: ${data.slice(0, 300)}`);
}

function tokensOf(holder: Json): Pick<AnswerSummary, "promptTokens" | "completionTokens"> {
  const usage = holder.at("usage");
  return { promptTokens: usage.at("prompt_tokens").number, completionTokens: usage.at("completion_tokens").number };
}

function citationsIn(holder: Json): readonly CitedPassage[] {
  return holder.at("citations").list.map((citation) => ({
    sourceId: citation.at("source_id").text,
    version: citation.at("source_version").number,
    quote: citation.at("quote").text,
    start: citation.at("start").number,
    end: citation.at("end").number,
  }));
}
