/** Every failure of a model's server on every surface, and test/golden/model-failures.md, which has what comes of each. */
import { join } from "node:path";
import { type Refuses, refusal, type Script, type ScriptedModel, scriptedModel } from "../fakes/scripted-model.ts";
import { connectAgent, revisionNames } from "../processes/agent.ts";
import { type LoopbackService, listenOnLoopback } from "../processes/loopback-service.ts";

export const failuresPage = join(import.meta.dir, "../../golden/model-failures.md");

export const question = "How often is the filter replaced?";
const right = "Replace the filter every six months [1].";

export interface FailureCase {
  readonly name: string;
  readonly script: Script;
  /** The beginning of what is said about it; null: the model answers in the end. */
  readonly what: string | null;
  /** The surfaces where it is a failure; absent: all. */
  readonly on?: readonly string[];
  readonly refuses?: Refuses;
  /** Whether the server is stopped before the questions. */
  readonly isGone?: true;
}

const stream = (delta: object, finish = "stop"): Script => ({ kind: "deltas", deltas: [delta], finish });
const answering: Script = { kind: "stream", pieces: [right] };
/** What a model that answers writes where JSON is asked for. */
const filling: Script = { kind: "stream", pieces: ['{"answer":"Replace the filter every six months."}'] };
const lacks =
  (field: string): Refuses =>
  (body) =>
    field in body ? refusal(`Unknown parameter: '${field}'`) : null;

/** Refuses every other request. */
function nowAndThen(script: Script): Refuses {
  let count = 0;
  return () => (count++ % 2 === 0 ? script : null);
}

export const failures: readonly FailureCase[] = [
  { name: "an empty reply", script: stream({ content: "" }), what: "sent an empty reply" },
  {
    name: "thoughts only",
    script: stream({ content: "<think>hunter2 says seven weeks</think>" }),
    what: "wrote its thoughts and no answer",
  },
  { name: "a thought that is cut", script: stream({ content: "<think>hunter2" }, "length"), what: "reached its limit" },
  { name: "a refusal", script: stream({ refusal: "I cannot tell hunter2." }), what: "declined to answer" },
  {
    name: "a content filter",
    script: stream({ content: "" }, "content_filter"),
    what: "stopped its reply with a content filter",
  },
  {
    name: "plain text where JSON was asked for",
    script: stream({ content: right }),
    what: "wrote text that is not in the form",
    on: ["a schema", "any JSON"],
  },
  {
    name: "a call of a tool that nobody gave",
    script: stream({ tool_calls: [{ function: { name: "f", arguments: "{}" } }] }),
    what: "called a tool",
  },
  { name: "status 500", script: { kind: "status", status: 500, body: "hunter2" }, what: "answered with status 500" },
  { name: "status 401", script: { kind: "status", status: 401, body: "hunter2" }, what: "answered with status 401" },
  { name: "nonsense", script: { kind: "raw", body: "data: <html>\n\n" }, what: "sent something that is not JSON" },
  {
    name: "an error in its stream",
    script: { kind: "raw", body: 'data: {"error":{"message":"hunter2"}}\n\n' },
    what: "reported an error",
  },
  {
    name: "a stream that ends at once",
    script: { kind: "stream", pieces: [], ending: "cut" },
    what: "ended its reply",
  },
  {
    name: "a stream that ends after a sentence",
    script: { kind: "stream", pieces: [`${right} And the `], ending: "cut" },
    what: "ended its reply",
  },
  { name: "a server that is gone", script: answering, what: "could not be reached", isGone: true },
  {
    name: "a request that is always too long",
    script: answering,
    what: "says that the request is too long",
    refuses: () => refusal("hunter2: maximum context length is 600 tokens", { code: "context_length_exceeded" }),
  },
  {
    name: "a request that is too long with all passages",
    script: answering,
    what: null,
    refuses: ({ messages }) =>
      JSON.stringify(messages).includes('<passage n=\\"4\\"')
        ? refusal("hunter2 is too long", { code: "context_length_exceeded" })
        : null,
  },
  { name: "a field that it does not know", script: answering, what: null, refuses: lacks("stream_options") },
  { name: "a limit under another name", script: answering, what: null, refuses: lacks("max_tokens") },
  {
    name: "status 429, once",
    script: answering,
    what: null,
    refuses: nowAndThen({ kind: "status", status: 429, headers: { "retry-after-ms": "1" } }),
  },
];

export type Outcome = "model" | "sources" | `${number}` | "error";

export interface Asked {
  readonly outcome: Outcome;
  /** All that the client sees. */
  readonly text: string;
}

type Surface = (service: LoopbackService, question: string) => Promise<Asked>;

const chat = (more: object) => (asked: string) => ({
  model: "pump",
  messages: [{ role: "user", content: asked }],
  ...more,
});
const answerSchema = {
  type: "json_schema",
  json_schema: {
    name: "a",
    schema: { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
  },
};
const tool = { type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } };

const failed = /"model_failure":\s*"|model_failed|The sources answer instead/;
const isErrorEvent = /^event: error$|^data: \{"error"|"type":"response.failed"/m;

const post =
  (path: string, body: (question: string) => object): Surface =>
  async (service, asked) => {
    const { status, text } = await service.request("POST", path, { body: body(asked) });
    if (status !== 200) return { outcome: `${status}`, text };
    if (isErrorEvent.test(text)) return { outcome: "error", text };
    return { outcome: failed.test(text) ? "sources" : "model", text };
  };

export const surfaces: Readonly<Record<string, Surface>> = {
  query: post("/v1/experts/pump/query", (asked) => ({ question: asked })),
  "query, streamed": post("/v1/experts/pump/query", (asked) => ({ question: asked, stream: true })),
  chat: post("/v1/chat/completions", chat({})),
  "chat, streamed": post("/v1/chat/completions", chat({ stream: true })),
  "with tools": post("/v1/chat/completions", chat({ tools: [tool] })),
  "a schema": post("/v1/chat/completions", chat({ response_format: answerSchema })),
  "any JSON": post("/v1/chat/completions", chat({ response_format: { type: "json_object" } })),
  responses: post("/v1/responses", (asked) => ({ model: "pump", input: asked })),
  "responses, streamed": post("/v1/responses", (asked) => ({ model: "pump", input: asked, stream: true })),
  MCP: async (service, asked) => {
    const agent = await connectAgent(service, { revision: revisionNames[0]! });
    const reply = await agent.callTool({ name: "ask_expert", arguments: { expert: "pump", question: asked } });
    await agent.close();
    const text = JSON.stringify(reply);
    if (reply.isError === true) return { outcome: "error", text };
    return { outcome: text.includes("The sources answer instead") ? "sources" : "model", text };
  },
};

export interface FailureScene extends LoopbackService {
  readonly model: ScriptedModel;
}

/** A service with a model that is known, and an expert with several passages. */
export async function startFailing({ script, refuses, isGone }: FailureCase): Promise<FailureScene> {
  let isStrict = false;
  const filled = (body: object) => (script === answering && "response_format" in body ? filling : null);
  const model = scriptedModel([script], {}, (body) => (isStrict ? (refuses?.(body) ?? filled(body)) : null));
  const settings = { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "4096" };
  const service = await listenOnLoopback({ settings });
  await service.request("POST", "/v1/experts", { body: { name: "Pump" } });
  const add = (text: string, title: string) =>
    service.request("POST", "/v1/experts/pump/sources?wait=60", { body: { text, title } });
  await add("Replace the filter every six months. Rinse the housing with clean water.", "Manual");
  for (const part of ["oil", "air", "water", "sand"]) {
    await add(`The ${part} filter is kept in the cellar.`, `The ${part} filter`);
  }
  await service.docent.modelCheck?.look();
  isStrict = true;
  if (isGone) await model.stop();
  const close = async () => {
    await service.close();
    await model.stop();
  };
  return { ...service, model, close };
}

export interface FailureRow {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}

export function renderFailures(rows: readonly FailureRow[]): string {
  const names = Object.keys(surfaces);
  const alike = Map.groupBy(rows, ({ outcomes }) => outcomes.join(" | "));
  const table = [
    `| The model's server | ${names.join(" | ")} |`,
    `|---|${names.map(() => "---|").join("")}`,
    ...[...alike].map(([outcomes, names]) => `| ${names.map(({ name }) => name).join("; ")} | ${outcomes} |`),
  ];
  return `# When a model's server fails

What a client gets for a question that the sources answer, on every surface. A test asks each, and fails if a reply is not
the one in this table (\`make matrix\` writes it). *Sources*: they answer, and the reply names the failure. *Error*: an event
of a stream or a tool's result names it, as the errors with a status do. The server's own words are for the operator alone
(\`/v1/system\`).

${table.join("\n")}

Where the sources have no answer, or \`fallback\` is \`none\`, every failure is the error.
`;
}
