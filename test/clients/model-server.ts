/**
 * A language model and an embedding model without a model, over loopback: it quotes the sentence of the passages that
 * has most words of the question, in small pieces, and misbehaves where the question tells it to (pump-manual.ts). What
 * it was asked, and who left, can be asked by another process.
 */
import { countedTokens, embeddingDimensions, trouble, unembeddable } from "./pump-manual.ts";

export interface ModelServer {
  /** Up to `/v1`. */
  readonly url: string;
  stop(): Promise<void>;
}

interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

/** How often each question was asked, and whether a client left before its end. */
interface Visits {
  readonly asked: Map<string, number>;
  readonly left: Map<string, number>;
}

export function startModelServer(): ModelServer {
  const visits: Visits = { asked: new Map(), left: new Map() };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 120,
    routes: {
      "/v1/chat/completions": { POST: async (request) => converse((await request.json()) as ChatBody, visits) },
      "/v1/embeddings": { POST: async (request) => embed((await request.json()) as EmbeddingsBody) },
      "/visits": (request) => {
        const question = new URL(request.url).searchParams.get("question") ?? "";
        return Response.json({ asked: visits.asked.get(question) ?? 0, left: visits.left.get(question) ?? 0 });
      },
    },
    fetch: () => new Response("not found", { status: 404 }),
  });
  return { url: `http://127.0.0.1:${server.port}/v1`, stop: () => server.stop(true) };
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface ChatBody {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters?: Schema } }[];
  readonly tool_choice?: unknown;
  readonly response_format?: { readonly json_schema?: { readonly schema?: Schema } };
}

/** The first field of a schema with the quotes, as JSON. */
function filled(schema: Schema | undefined, quoted: string): string {
  const [field = "answer"] = Object.keys(schema?.properties ?? {});
  return JSON.stringify({ [field]: quoted.replace(/ \[\d+\]/g, "") });
}

function callOf({ function: { name, parameters } }: NonNullable<ChatBody["tools"]>[number], quoted: string): Response {
  const call = { index: 0, id: "call_1", type: "function", function: { name, arguments: filled(parameters, quoted) } };
  return Response.json({
    choices: [{ message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" }],
  });
}

/** Null where a text is wanted. */
function replyInForm(
  { tools = [], tool_choice, response_format }: Omit<ChatBody, "messages">,
  quoted: string,
  onLeave: () => void,
): Response | null {
  const [tool] = tools;
  const mustCall = tool_choice === "required" || typeof tool_choice === "object";
  if (tool !== undefined && mustCall) return callOf(tool, quoted);
  if (response_format === undefined) return null;
  return stream(filled(response_format.json_schema?.schema, quoted), { finish: "stop", onLeave });
}

function converse({ messages, ...form }: ChatBody, { asked, left }: Visits): Response {
  const prompt = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const question = /^(?:Question|Request): ([\s\S]*?)(?:\n\nAnswer from [^\n]*)?$(?![\s\S])/m.exec(prompt)?.[1] ?? "";
  const count = (visits: Map<string, number>) => visits.set(question, (visits.get(question) ?? 0) + 1);
  count(asked);
  const earlier = messages.filter(({ role }) => role === "user").at(-2)?.content ?? "";
  const quoted = quote(`${earlier} ${question}`, prompt);
  const onLeave = () => count(left);
  if (question.startsWith(trouble.fails)) return new Response("out of memory", { status: 500 });
  if (question.startsWith(trouble.busy)) return new Response("busy", { status: 503 });
  if (question.startsWith(trouble.breaksOff)) return stream(`${quoted} Rinse the hous`, { finish: null, onLeave });
  if (question.startsWith(trouble.runsOut)) return stream(`${quoted} Rinse the hous`, { finish: "length", onLeave });
  if (question.startsWith(trouble.stalls)) return stream(`${quoted} Rinse the hous`, { finish: "never", onLeave });
  const formed = replyInForm(form, quoted, onLeave);
  if (formed !== null) return formed;
  // Nothing to quote and nothing to say: the order of a front end's housekeeping.
  if (!prompt.includes("<passages>")) return stream("", { finish: "stop", onLeave });
  const obedient = question.startsWith(trouble.obeys);
  return stream(obedient ? "The pool is closed for ever [1]." : quoted, { finish: "stop", onLeave });
}

/** The best sentence with its passage's number before the full stop, or the marker for no answer. */
function quote(question: string, prompt: string): string {
  const wanted = new Set(wordsOf(question));
  let best = { text: "NO_ANSWER", found: 0 };
  for (const [, number, passage = ""] of prompt.matchAll(/<passage n="(\d+)"[^>]*>\n([\s\S]*?)\n<\/passage>/g)) {
    for (const sentence of passage.split(/(?<=[.!?])\s+/)) {
      const found = new Set(wordsOf(sentence).filter((word) => wanted.has(word))).size;
      if (found > best.found) best = { text: sentence.replace(/[.!?]?$/, ` [${number}].`), found };
    }
  }
  return best.text;
}

/** The beginnings of all words but short ones, so that "replaced" meets "replace". */
function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/\p{L}{4}/gu)].map(([start]) => start);
}

interface Ending {
  /** Null breaks the connection; "never" waits. */
  readonly finish: "stop" | "length" | "never" | null;
  onLeave(): void;
}

function stream(text: string, { finish, onLeave }: Ending): Response {
  const encoder = new TextEncoder();
  const frames = framesOf(text, finish).values();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = frames.next();
        if (!done) controller.enqueue(encoder.encode(value));
        else if (finish === "never") await new Promise(() => undefined);
        else controller.close();
      },
      cancel: onLeave,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Pieces of five characters, which cut words and markers alike. */
function framesOf(text: string, finish: Ending["finish"]): string[] {
  const frame = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
  const choice = (delta: object, finish_reason: string | null) =>
    frame({ choices: [{ index: 0, delta, finish_reason }] });
  const pieces = (text.match(/[\s\S]{1,5}/g) ?? []).map((content) => choice({ content }, null));
  if (finish === null || finish === "never") return pieces;
  const usage = { prompt_tokens: countedTokens.prompt, completion_tokens: countedTokens.completion };
  return [...pieces, choice({}, finish), frame({ choices: [], usage }), "data: [DONE]\n\n"];
}

interface EmbeddingsBody {
  readonly model: string;
  readonly input: string | readonly string[];
}

function embed({ model, input }: EmbeddingsBody): Response {
  const texts = typeof input === "string" ? [input] : input;
  if (texts.some((text) => text.includes(unembeddable))) return new Response("out of memory", { status: 500 });
  const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  return Response.json({
    object: "list",
    model,
    data,
    usage: { prompt_tokens: texts.length, total_tokens: texts.length },
  });
}

/** Counts words in dimensions by their hash. The last dimension keeps a vector from being all zeros. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(embeddingDimensions).fill(0);
  for (const word of wordsOf(text)) vector[Bun.hash.crc32(word) % (embeddingDimensions - 1)]! += 1;
  vector[embeddingDimensions - 1] = 1;
  return vector;
}
