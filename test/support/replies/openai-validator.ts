/**
 * What the public OpenAI specification demands of replies: required fields, their types and closed sets of values, and
 * the order of a stream. Written from the specification, apart from the program's own schemas, so that it can contradict
 * them. Fields that the specification does not name are allowed, as additions are.
 */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
const words = <const W extends string>(...values: W[]) =>
  Type.Unsafe<W>(Type.Union(values.map((value) => Type.Literal(value))));
const count = Type.Integer({ minimum: 0 });

const toolCall = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.Literal("function"),
  function: Type.Object({ name: Type.String(), arguments: Type.String() }),
});
const annotation = Type.Object({
  type: Type.Literal("url_citation"),
  url_citation: Type.Object({
    start_index: count,
    end_index: count,
    url: Type.String({ minLength: 1 }),
    title: Type.String({ minLength: 1 }),
  }),
});
const usage = Type.Object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: Type.Optional(
    Type.Object({ audio_tokens: Type.Optional(count), cached_tokens: Type.Optional(count) }),
  ),
  completion_tokens_details: Type.Optional(
    Type.Object({
      accepted_prediction_tokens: Type.Optional(count),
      audio_tokens: Type.Optional(count),
      reasoning_tokens: Type.Optional(count),
      rejected_prediction_tokens: Type.Optional(count),
    }),
  ),
});
const finishReason = words("stop", "length", "tool_calls", "content_filter", "function_call");
const logprobs = nullable(
  Type.Object({ content: nullable(Type.Array(Type.Unknown())), refusal: nullable(Type.Array(Type.Unknown())) }),
);
const serviceTier = Type.Optional(nullable(words("auto", "default", "flex", "scale", "priority")));

const completion = Type.Object({
  id: Type.String({ pattern: "^chatcmpl-." }),
  object: Type.Literal("chat.completion"),
  created: Type.Integer({ minimum: 1_000_000_000, maximum: 9_999_999_999 }),
  model: Type.String({ minLength: 1 }),
  choices: Type.Array(
    Type.Object({
      index: count,
      finish_reason: finishReason,
      logprobs,
      message: Type.Object({
        role: Type.Literal("assistant"),
        content: nullable(Type.String()),
        refusal: nullable(Type.String()),
        annotations: Type.Optional(Type.Array(annotation)),
        tool_calls: Type.Optional(Type.Array(toolCall)),
      }),
    }),
    { minItems: 1 },
  ),
  usage: Type.Optional(usage),
  system_fingerprint: Type.Optional(Type.String()),
  service_tier: serviceTier,
});

const chunk = Type.Object({
  id: Type.String({ pattern: "^chatcmpl-." }),
  object: Type.Literal("chat.completion.chunk"),
  created: Type.Integer({ minimum: 1_000_000_000, maximum: 9_999_999_999 }),
  model: Type.String({ minLength: 1 }),
  choices: Type.Array(
    Type.Object({
      index: count,
      finish_reason: nullable(finishReason),
      logprobs: Type.Optional(logprobs),
      delta: Type.Object({
        role: Type.Optional(words("developer", "system", "user", "assistant", "tool")),
        content: Type.Optional(nullable(Type.String())),
        refusal: Type.Optional(nullable(Type.String())),
        tool_calls: Type.Optional(Type.Array(Type.Unknown())),
        annotations: Type.Optional(Type.Array(annotation)),
      }),
    }),
  ),
  usage: Type.Optional(nullable(usage)),
  system_fingerprint: Type.Optional(Type.String()),
  service_tier: serviceTier,
});

const errorBody = Type.Object({
  error: Type.Object({
    message: Type.String({ minLength: 1 }),
    type: Type.String({ minLength: 1 }),
    param: nullable(Type.String()),
    code: nullable(Type.String()),
  }),
});

const model = Type.Object({
  id: Type.String({ minLength: 1 }),
  object: Type.Literal("model"),
  created: Type.Integer({ minimum: 1_000_000_000 }),
  owned_by: Type.String({ minLength: 1 }),
});
const modelList = Type.Object({ object: Type.Literal("list"), data: Type.Array(model) });

const embeddings = Type.Object({
  object: Type.Literal("list"),
  model: Type.String({ minLength: 1 }),
  data: Type.Array(
    Type.Object({
      object: Type.Literal("embedding"),
      index: count,
      embedding: Type.Union([Type.Array(Type.Number(), { minItems: 1 }), Type.String({ minLength: 4 })]),
    }),
  ),
  usage: Type.Object({ prompt_tokens: count, total_tokens: count }),
});

/** The problems of a value, one per line; empty if there are none. */
export type Problems = string[];

/** @param components the schemas that the schema refers to by `$id`. */
export function problemsOf(schema: TSchema, value: unknown, components: TSchema[] = []): Problems {
  return [...Value.Errors(schema, components, value)].map(({ path, message }) => `${path || "/"}: ${message}`);
}

export const modelProblems = (value: unknown) => problemsOf(model, value);
export const modelListProblems = (value: unknown) => problemsOf(modelList, value);
export const embeddingProblems = (value: unknown) => problemsOf(embeddings, value);
export const errorProblems = (value: unknown) => problemsOf(errorBody, value);

export function completionProblems(value: unknown): Problems {
  if (!Value.Check(completion, value)) return problemsOf(completion, value);
  const content = value.choices[0]?.message.content ?? "";
  return [
    ...value.choices.flatMap((choice, i) => (choice.index === i ? [] : [`choice ${i} has index ${choice.index}`])),
    ...annotationProblems(value.choices[0]?.message.annotations ?? [], content),
    ...(value.usage === undefined ? ["no usage"] : sumProblems(value.usage)),
  ];
}

function annotationProblems(
  annotations: readonly { url_citation: { start_index: number; end_index: number } }[],
  content: string,
): Problems {
  const points = [...content];
  return annotations
    .map(({ url_citation: { start_index, end_index } }) => points.slice(start_index, end_index).join(""))
    .filter((text) => !/^\[\d+\]$/.test(text))
    .map((text) => `an annotation points at ${JSON.stringify(text)}`);
}

function sumProblems(counted: { prompt_tokens: number; completion_tokens: number; total_tokens: number }): Problems {
  const sum = counted.prompt_tokens + counted.completion_tokens;
  return sum === counted.total_tokens ? [] : [`total_tokens is ${counted.total_tokens}, not ${sum}`];
}

export interface ReadStream {
  readonly problems: Problems;
  /** The joined increments. */
  readonly content: string;
  readonly finishReason: string | null;
  readonly annotations: unknown[];
  readonly context: unknown;
  readonly usage: unknown;
  /** The error frame, if there is one. */
  readonly error: unknown;
}

/** Reads a whole transcript of `data:` frames and comments, and checks each chunk and the order of all. */
export function readChatStream(transcript: string, includeUsage: boolean): ReadStream {
  const problems: Problems = [];
  const frames = splitFrames(transcript, problems);
  const done = frames.at(-1) === "[DONE]";
  const values: unknown[] = (done ? frames.slice(0, -1) : frames).map((frame) => JSON.parse(frame));
  const failed = !done && Value.Check(errorBody, values.at(-1));
  if (!done && !failed) problems.push("neither [DONE] nor an error at the end");
  const chunks = (failed ? values.slice(0, -1) : values).flatMap((value, i) => {
    if (Value.Check(chunk, value)) return [value];
    problems.push(...problemsOf(chunk, value).map((problem) => `chunk ${i} ${problem}`));
    return [];
  });
  const choices = chunks.flatMap((each) => each.choices);
  const content = choices.map(({ delta }) => delta.content ?? "").join("");
  const annotations = choices.flatMap(({ delta }) => delta.annotations ?? []);
  problems.push(...sequenceProblems(chunks, includeUsage), ...annotationProblems(annotations, content));
  if (done) problems.push(...endingProblems(chunks, includeUsage));
  return {
    problems,
    content,
    finishReason: choices.at(-1)?.finish_reason ?? null,
    annotations,
    context: choices.map(({ delta }) => (delta as { context?: unknown }).context).find((each) => each !== undefined),
    usage: chunks.find((each) => each.choices.length === 0)?.usage ?? null,
    error: failed ? values.at(-1) : null,
  };
}

type Chunk = Static<typeof chunk>;

function sequenceProblems(chunks: readonly Chunk[], includeUsage: boolean): Problems {
  const problems: Problems = [];
  for (const name of ["id", "created", "model"] as const) {
    if (new Set(chunks.map((each) => each[name])).size > 1) problems.push(`${name} changes within the stream`);
  }
  const roles = chunks.flatMap((each) => each.choices.map(({ delta }) => delta.role));
  if (roles[0] !== "assistant") problems.push("the first delta has no role");
  if (roles.slice(1).some((role) => role !== undefined)) problems.push("a later delta has a role");
  if (chunks.some((each) => (each.usage !== undefined) !== includeUsage)) {
    problems.push("usage field, against the request");
  }
  return problems;
}

function endingProblems(chunks: readonly Chunk[], includeUsage: boolean): Problems {
  const problems: Problems = [];
  const reasons = chunks.flatMap((each) => each.choices.map((choice) => choice.finish_reason));
  if (reasons.filter((reason) => reason !== null).length !== 1) problems.push("not exactly one finish_reason");
  if (reasons.at(-1) === null) problems.push("a delta after the finish_reason");
  const usages = chunks.filter((each) => each.choices.length === 0);
  if (usages.length !== (includeUsage ? 1 : 0)) problems.push(`${usages.length} usage chunks`);
  if (includeUsage && chunks.at(-1)?.choices.length !== 0) problems.push("the usage is not the last chunk");
  return problems;
}

/** The data of each frame; comments are dropped, and anything else is a problem. */
function splitFrames(transcript: string, problems: Problems): string[] {
  if (!transcript.endsWith("\n\n")) problems.push("the last frame is not closed");
  const frames = transcript.split("\n\n").filter((frame) => frame !== "" && !frame.startsWith(":"));
  return frames.flatMap((frame) => {
    if (frame.startsWith("data: ") && !frame.includes("\n")) return [frame.slice("data: ".length)];
    problems.push(`not a data frame: ${JSON.stringify(frame)}`);
    return [];
  });
}
