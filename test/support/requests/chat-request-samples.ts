/** Arbitrary chat requests that a client of OpenAI may send and that are right for it. */
import fc from "fast-check";

const edgeText = fc.constantFrom(
  "",
  " ",
  "😀",
  "👩‍👩‍👧‍👦",
  "e\u0301",
  "\u0000",
  "\ufeff",
  "\u2028",
  "[1]",
  "Sources:\n- [1] x",
  "水はどこ?",
);
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
  fc.string({ unit: "grapheme" }),
  edgeText,
);
const parts = (arbitrary: fc.Arbitrary<string>) =>
  fc.array(
    arbitrary.map((each) => ({ type: "text", text: each })),
    { minLength: 1, maxLength: 3 },
  );
const content = fc.oneof(text, parts(text));
const spoken = text.map((each) => `q${each}`);
const toolCall = fc.record({
  id: fc.constant("call_1"),
  type: fc.constant("function"),
  function: fc.record({ name: fc.constantFrom("search", "weather"), arguments: fc.json() }),
});

const message = fc.oneof(
  fc.record(
    { role: fc.constantFrom("system", "developer", "user"), content, name: fc.constant("ann") },
    { requiredKeys: ["role", "content"] },
  ),
  fc.record({ role: fc.constant("assistant"), content: fc.oneof(content, fc.constant(null)) }),
  fc.record({
    role: fc.constant("assistant"),
    content: fc.constant(null),
    tool_calls: fc.array(toolCall, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({ role: fc.constant("assistant"), tool_calls: fc.array(toolCall, { minLength: 1, maxLength: 1 }) }),
  fc.record({ role: fc.constant("assistant"), content: fc.constant([{ type: "refusal", refusal: "No." }]) }),
  fc.record({ role: fc.constant("tool"), content, tool_call_id: fc.constant("call_1") }),
  fc.record({ role: fc.constant("function"), content: fc.oneof(text, fc.constant(null)), name: fc.constant("search") }),
);
const question = fc.record({ role: fc.constant("user"), content: fc.oneof(spoken, parts(spoken)) });

/** 1 to 200 messages, one of them a question; after it only messages that a client may leave there. */
const messages = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.array(message, { maxLength: 8 }) },
      fc.array(message, { minLength: 190, maxLength: 198 }),
    ),
    question,
    fc.array(
      message.filter(({ role }) => role !== "user"),
      { maxLength: 1 },
    ),
  )
  .map(([before, asked, after]) => [...before, asked, ...after]);

const options = fc.record(
  {
    stream: fc.option(fc.boolean()),
    stream_options: fc.option(fc.record({ include_usage: fc.boolean() }, { requiredKeys: [] })),
    max_tokens: fc.option(fc.integer({ min: 1, max: 50 })),
    max_completion_tokens: fc.option(fc.integer({ min: 1, max: 50 })),
    stop: fc.option(
      fc.oneof(fc.constantFrom("END", "weekly"), fc.array(fc.constantFrom("END", "[2", ". ", "💧"), { maxLength: 4 })),
    ),
    temperature: fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
    top_p: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    presence_penalty: fc.option(fc.double({ min: -2, max: 2, noNaN: true })),
    frequency_penalty: fc.option(fc.double({ min: -2, max: 2, noNaN: true })),
    seed: fc.option(fc.maxSafeInteger()),
    n: fc.option(fc.constant(1)),
    logit_bias: fc.option(fc.constant({ "50256": -100 })),
    logprobs: fc.option(fc.boolean()),
    top_logprobs: fc.option(fc.integer({ min: 0, max: 20 })),
    tools: fc.constant([{ type: "function", function: { name: "search", parameters: { type: "object" } } }]),
    tool_choice: fc.constantFrom("auto", "none", null),
    parallel_tool_calls: fc.boolean(),
    response_format: fc.constantFrom({ type: "text" }, null),
    reasoning_effort: fc.constantFrom("low", "medium", "high"),
    service_tier: fc.constantFrom("auto", "default"),
    store: fc.boolean(),
    user: fc.string(),
    metadata: fc.dictionary(fc.string(), fc.string()),
    modalities: fc.constant(["text"]),
    citations: fc.constantFrom("full", "annotations", "inline", "off"),
    k: fc.integer({ min: 1, max: 100 }),
    x_unknown: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

export const chatRequestBody: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(messages, options)
  .map(([given, chosen]) => ({ model: "manuals", messages: given, ...chosen }));
