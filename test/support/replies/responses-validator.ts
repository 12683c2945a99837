/** The rules of the public OpenAI specification for responses and the order of their events, like openai-validator.ts. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Problems, problemsOf } from "./openai-validator.ts";

const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
const words = <const W extends string>(...values: W[]) =>
  Type.Unsafe<W>(Type.Union(values.map((value) => Type.Literal(value))));
const count = Type.Integer({ minimum: 0 });

const urlCitation = Type.Object({
  type: Type.Literal("url_citation"),
  url: Type.String({ minLength: 1 }),
  title: Type.String({ minLength: 1 }),
  start_index: count,
  end_index: count,
});
const outputText = Type.Object({
  type: Type.Literal("output_text"),
  text: Type.String(),
  annotations: Type.Array(urlCitation),
  logprobs: Type.Optional(Type.Array(Type.Unknown())),
});
const message = Type.Object({
  id: Type.String({ pattern: "^msg_." }),
  type: Type.Literal("message"),
  role: Type.Literal("assistant"),
  status: words("in_progress", "completed", "incomplete"),
  content: Type.Array(outputText),
});
const response = Type.Object({
  id: Type.String({ pattern: "^resp_." }),
  object: Type.Literal("response"),
  created_at: Type.Number({ minimum: 1_000_000_000, maximum: 9_999_999_999 }),
  status: words("completed", "failed", "in_progress", "cancelled", "queued", "incomplete"),
  error: nullable(Type.Object({ code: Type.String({ minLength: 1 }), message: Type.String({ minLength: 1 }) })),
  incomplete_details: nullable(Type.Object({ reason: words("max_output_tokens", "content_filter") })),
  instructions: nullable(Type.String()),
  metadata: nullable(Type.Record(Type.String(), Type.Unknown())),
  model: Type.String({ minLength: 1 }),
  output: Type.Array(message),
  parallel_tool_calls: Type.Boolean(),
  temperature: nullable(Type.Number({ minimum: 0, maximum: 2 })),
  tool_choice: words("none", "auto", "required"),
  tools: Type.Array(Type.Unknown()),
  top_p: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  max_output_tokens: Type.Optional(nullable(Type.Integer())),
  previous_response_id: Type.Optional(nullable(Type.String())),
  usage: nullable(
    Type.Object({
      input_tokens: count,
      input_tokens_details: Type.Object({ cached_tokens: count }),
      output_tokens: count,
      output_tokens_details: Type.Object({ reasoning_tokens: count }),
      total_tokens: count,
    }),
  ),
});

const at = { item_id: Type.String({ pattern: "^msg_." }), output_index: count, content_index: count };
const logprobs = Type.Array(Type.Unknown());
const eventFields = {
  "response.created": { response },
  "response.in_progress": { response },
  "response.output_item.added": { output_index: count, item: message },
  "response.content_part.added": { ...at, part: outputText },
  "response.output_text.delta": { ...at, delta: Type.String({ minLength: 1 }), logprobs },
  "response.output_text.annotation.added": { ...at, annotation_index: count, annotation: urlCitation },
  "response.output_text.done": { ...at, text: Type.String(), logprobs },
  "response.content_part.done": { ...at, part: outputText },
  "response.output_item.done": { output_index: count, item: message },
  "response.completed": { response },
  "response.incomplete": { response },
  "response.failed": { response },
} as const;

const opening = ["created", "in_progress", "output_item.added", "content_part.added"];
const closing = ["output_text.done", "content_part.done", "output_item.done"];

export function responseProblems(value: unknown): Problems {
  if (!Value.Check(response, value)) return problemsOf(response, value);
  return value.output.flatMap((item) => item.content.flatMap(citationProblems));
}

function citationProblems({ text, annotations }: Static<typeof outputText>): Problems {
  const points = [...text];
  return annotations
    .filter(({ start_index }) => points[start_index] !== "[")
    .map(({ start_index }) => `an annotation points at ${JSON.stringify(points[start_index])}`);
}

export interface ReadResponses {
  readonly problems: Problems;
  readonly deltas: string;
  readonly annotations: unknown[];
  /** Of the last event. */
  readonly response: unknown;
}

/** Reads a whole transcript, and checks each event and the order of all. */
export function readResponsesStream(transcript: string): ReadResponses {
  const problems: Problems = [];
  const events = transcript.split("\n\n").filter((frame) => frame !== "" && !frame.startsWith(":"));
  const values = events.map((frame, position) => {
    const [, name, data] = /^event: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
    const value: Record<string, unknown> = JSON.parse(data ?? "{}");
    if (name === undefined || name !== value.type) problems.push(`event ${position}: ${frame.slice(0, 80)}`);
    if (value.sequence_number !== position)
      problems.push(`event ${position} has number ${String(value.sequence_number)}`);
    const fields: Record<string, TSchema> | undefined = eventFields[name as keyof typeof eventFields];
    if (fields === undefined) problems.push(`event ${position} is called ${name}`);
    else problems.push(...problemsOf(Type.Object(fields), value).map((problem) => `${name} ${problem}`));
    return value;
  });
  problems.push(...orderProblems(values.map((value) => String(value.type).replace(/^response\./, ""))));
  const last = values.at(-1)?.response;
  problems.push(...responseProblems(last));
  const ofType = (type: string) => values.filter((value) => value.type === type);
  return {
    problems,
    deltas: ofType("response.output_text.delta")
      .map((value) => value.delta)
      .join(""),
    annotations: ofType("response.output_text.annotation.added").map((value) => value.annotation),
    response: last,
  };
}

function orderProblems(names: readonly string[]): Problems {
  const last = names.at(-1);
  const end = last === "failed" ? ["failed"] : [...closing, last === "incomplete" ? "incomplete" : "completed"];
  const middle = names.slice(opening.length, names.length - end.length);
  const expected = [
    ...opening,
    ...middle.filter((name) => name === "output_text.delta"),
    ...middle.filter((name) => name === "output_text.annotation.added"),
    ...end,
  ];
  return names.join() === expected.join() ? [] : [`order of events: ${names.join(", ")}`];
}
