/** Every route that takes text gets 300,000 characters of the repeated pieces that patterns go back in. */
import { afterAll, expect, test } from "bun:test";
import { type Script, scriptedModel } from "../support/fakes/scripted-model.ts";
import { longestTurnOf, processorTimeOf, pumped, tries } from "../support/growth.ts";
import type { Reply } from "../support/reply.ts";
import { startService } from "../support/service.ts";

const service = await startService();
afterAll(() => service.close());

const expert = "/v1/experts/pump";
await service.request("POST", "/v1/experts", { body: { name: "Pump", settings: { min_confidence: 0 } } });
await service.request("POST", `${expert}/sources?wait=60`, {
  body: { title: "Manual", text: "Replace the filter every year." },
});

const question = "How often is the filter replaced?";
const post = (path: string, body: unknown, headers = {}) => service.request("POST", path, { body, headers });
const chat = (messages: readonly object[], more: object = {}) =>
  post("/v1/chat/completions", { model: "pump", messages, ...more });
const user = (content: string) => ({ role: "user", content });
const system = (content: string) => chat([{ role: "system", content }, user(question)]);
const schema = 'json_schema:\n{"type":"object","properties":{"answer":{"type":"string"}}}\n';
const form = (part: string) =>
  post(`${expert}/sources`, `--b\r\nContent-Disposition: form-data; ${part}\r\n--b--\r\n`, {
    "content-type": "multipart/form-data; boundary=b",
  });
const file = (name: string) => (text: string) => form(`name="file"; filename="${name}"\r\n\r\n${text}`);

/** Where a text goes. */
const routes = {
  system,
  "system before a schema": (text) => system(text + schema),
  "system after a schema": (text) => system(schema + text),
  "fields of DSPy": (text) =>
    chat([
      user(
        `[[ ## question ## ]]\n${question}\n\nRespond with the corresponding output fields, starting with the field \`[[ ## answer ## ]]\`${text}, and then ending with the marker for it.`,
      ),
    ]),
  question: (text) => chat([user(text)]),
  "earlier question": (text) => chat([user(text), { role: "assistant", content: "Yes." }, user("And that?")]),
  answer: (text) => chat([user("Hi"), { role: "assistant", content: text }, user(question)]),
  attachment: (text) => chat([user(`<context>\n<source name="a">${text}</source>\n</context>\n\n${question}`)]),
  "name of an attachment": (text) =>
    chat([user(`<context>\n<source name="${text}>x</source>\n</context>\n\n${question}`)]),
  filter: (text) => chat([user(question)], { filter: { title: text } }),
  field: (text) => chat([user(question)], { [text]: 1 }),
  model: (text) => post("/v1/chat/completions", { model: text, messages: [user(question)] }),
  "question of a query": (text) => post(`${expert}/query`, { question: text.slice(0, 8000) }),
  "instructions of a response": (text) => post("/v1/responses", { model: "pump", input: question, instructions: text }),
  "damaged JSON": (text) => post(`${expert}/query`, `{"question": "${text}`, { "content-type": "application/json" }),
  text: (text) => post(`${expert}/sources`, { title: "T", text }),
  title: (text) => post(`${expert}/sources`, { title: text, text: "x" }),
  metadata: (text) => post(`${expert}/sources`, { text: "x", metadata: { a: text } }),
  "external id": (text) => post(`${expert}/sources`, { text: "x", external_id: text }),
  address: (text) => post(`${expert}/sources`, { type: "url", url: `https://example.org/${text}` }),
  "name of a file": (text) => form(`name="file"; filename="${text}"\r\n\r\nx`),
  "head of a part": (text) => form(`${text}; name="file"\r\n\r\nx`),
  Markdown: file("a.md"),
  HTML: file("a.html"),
  CSV: file("a.csv"),
  JSON: file("a.json"),
  mail: file("a.eml"),
  "name of an expert": (text) => post("/v1/experts", { name: text, slug: text }),
  language: (text) => post("/v1/experts", { name: "x", language: text }),
} satisfies Readonly<Record<string, (text: string) => Promise<Reply>>>;

type Route = keyof typeof routes;

const plain = ["a", "a ", " ", "\n", ". ", "1.", "aB", "ก", "你", "é"];
const scaffolding = [
  "json_schema: ",
  "json_schema: {",
  '"\\"',
  "\nAs a genius expert",
  "Make sure to return an instance of the JSON, not the schema itself",
  "Return the correct JSON response within a ```json codeblock. not the JSON_SCHEMA ",
  "Respond with the corresponding output fields, starting with the field ",
  "`a` (must be",
  "[[ ## a ## ]]\n",
];
const wrapping = [
  "<source ",
  "<source>",
  '<source name="',
  "```a.b",
  "```a.b\n",
  "[CONTEXT 1]:\n",
  '\n# "a"\n',
  "pieces of context\n----\n",
];
const orders = ["please always ", "answer in ", "antworte", "in at most ", "user: "];
const marks = ["[", "](", "![](", "<a ", "<!--", "`", "**a ", "|", "|-", "# ", "&amp;", "]:&"];

const pumps: readonly (readonly [Route, readonly string[]])[] = [
  ["system", [...plain, ...scaffolding, ...wrapping, ...orders]],
  ["system before a schema", [...scaffolding, " ", "\n"]],
  ["system after a schema", [...scaffolding, " ", "\n"]],
  ["fields of DSPy", [...scaffolding, " ", "`", "a"]],
  ["question", [...plain, ...scaffolding, ...wrapping]],
  ["earlier question", ["a ", "你", ...wrapping]],
  ["answer", [...marks, " ", "[1] "]],
  ["attachment", ["a ", "1.", "你", "](", "**a ", ...wrapping]],
  ["name of an attachment", ["a", ' name="', '"', " "]],
  ["filter", ["a", " "]],
  ["field", ["a", "."]],
  ["model", ["a", "pump"]],
  ["question of a query", [...plain, ...marks, "who ", "not ", "? "]],
  ["instructions of a response", [...plain, ...orders]],
  ["damaged JSON", ["a", '\\"', '"', "{"]],
  ["text", [...plain, ...marks]],
  ["title", ["a", " "]],
  ["metadata", ["a", " "]],
  ["external id", ["a", " "]],
  ["address", ["a", "/", "%41", "../"]],
  ["name of a file", ["a", ".", '\\"', "%22", "/"]],
  ["head of a part", ["a", '; a="', "; ", "filename*=utf-8'"]],
  ["Markdown", [...plain, ...marks]],
  ["HTML", [...marks, "<p>", "<table>"]],
  ["CSV", [",", '"', "a,", "a\n", ";\t"]],
  ["JSON", ["[", '{"a":', '"', "1,"]],
  ["mail", ["From: a\n", "=?utf-8?q?", "a: ", "\n "]],
  ["name of an expert", ["a", "-", " "]],
  ["language", ["a", "-"]],
];

const replies = [...plain, ...marks, "[1] ", "The filter. ", "![a](b", "<a>", "**", "http://a", "system: ", "。"];
const lengths = [10_000, 300_000];
/** The reply to the next call. */
const script: Script[] = [{ kind: "silence" }];
const model = scriptedModel(script);
const withModel = await startService({
  settings: { DOCENT_LLM_URL: model.url, DOCENT_LLM_MODEL: "small", DOCENT_LLM_CONTEXT: "8192" },
});
afterAll(async () => {
  await withModel.close();
  await model.stop();
});
await withModel.request("POST", "/v1/experts", { body: { name: "Pump" } });
await withModel.request("POST", `${expert}/sources?wait=60`, {
  body: { title: "Manual", text: "Replace the filter every year." },
});

/** Milliseconds below which compilation and the collection of garbage are more than the work. */
const noise = 5;
const isReported = process.env.PUMPED_TIMES === "1";

/** Milliseconds that nobody else is heard, at most, on the machine for which bounds are written. */
const longestTurn = 50;

/** Null if thirty times as much takes at most about sixty times as long, and no turn of the event loop too long. */
async function faultOf(route: string, piece: string, ask: (length: number) => Promise<Reply>): Promise<string | null> {
  const [least = 0, most = 0] = lengths;
  let [short, long, turn] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const isLinear = () => long <= 2 * (most / least) * Math.max(short, noise);
  for (let tried = 0; tried < tries && !(isLinear() && turn <= longestTurn); tried++) {
    short = Math.max(short, (await processorTimeOf(() => ask(least))).time);
    const measured = await longestTurnOf(longestTurn, () => ask(most));
    if (measured.value.status >= 500) return `${JSON.stringify(piece)}: ${measured.value.text}`;
    [long, turn] = [Math.min(long, measured.time), Math.min(turn, measured.turn)];
    // Turns that wait for others are counted in it.
    if (!isLinear()) long = Math.min(long, (await processorTimeOf(() => ask(most))).time);
  }
  if (isReported) console.log(turn, route, JSON.stringify(piece), short, long);
  if (turn > longestTurn) return `${JSON.stringify(piece)}: ${turn} ms in one turn`;
  return isLinear() ? null : `${JSON.stringify(piece)}: ${short}, ${long} ms`;
}

test.each(pumps)("%s", async (route, pieces) => {
  const faults: (string | null)[] = [];
  for (const piece of pieces)
    faults.push(await faultOf(route, piece, (length) => routes[route](pumped(piece, length))));
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

test.each(["text", "json_object"])("replies of a model as %s", async (type) => {
  const faults: (string | null)[] = [];
  const body = { model: "pump", messages: [user(question)], ...(type !== "text" && { response_format: { type } }) };
  const said = (text: string) =>
    type === "text" ? text : JSON.stringify({ answer: text.slice(0, 30_000), all: text.slice(0, 10_000).split(" ") });
  for (const piece of replies) {
    const ask = (length: number) => {
      script[0] = { kind: "stream", pieces: [said(pumped(piece, length))] };
      return withModel.request("POST", "/v1/chat/completions", { body });
    };
    faults.push(await faultOf("reply", piece, ask));
  }
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
  expect(model.calls.length).toBeGreaterThanOrEqual(replies.length * lengths.length);
});
