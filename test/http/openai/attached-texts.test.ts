/** Texts that a client sends with its question support answers beside the memory, and are cited as such. */
import { afterAll, expect, test } from "bun:test";
import { startService } from "../../support/service.ts";

const service = await startService();
afterAll(() => service.close());

await service.request("POST", "/v1/experts", { body: { name: "Pump manual" } });
await service.request("POST", "/v1/experts/pump-manual/sources?wait=60", {
  body: { title: "Manual", text: "Replace the filter every six months.\n\nThe warranty lasts two years." },
});
await service.request("POST", "/v1/experts", { body: { name: "Nothing yet" } });

interface Message {
  readonly content: string;
  readonly annotations: readonly { readonly url_citation: { readonly url: string } }[];
  readonly context: {
    readonly abstained: boolean;
    readonly citations: readonly Record<string, unknown>[];
    readonly notes: readonly { readonly code: string; readonly message: string }[];
  };
}

async function chat(messages: readonly unknown[], model = "pump-manual"): Promise<Message> {
  const { status, json } = await service.request("POST", "/v1/chat/completions", { body: { model, messages } });
  expect([status, json]).toEqual([200, expect.anything()]);
  return (json as { choices: [{ message: Message }] }).choices[0].message;
}

const attached = (text: string, question: string, name = "deliveries.md") =>
  `### Task:\nAnswer from the context.\n\n<context>\n<source id="1" name="${name}">${text}</source>\n</context>\n\n${question}`;

test("an attached file answers and is cited with its place in the message", async () => {
  const content = attached("💧 Parcels arrive on Tuesdays before noon. The yard is open.", "When do parcels arrive?");
  const message = await chat([
    { role: "system", content: "Hello." },
    { role: "user", content },
  ]);
  expect(message.content).toBe("💧 Parcels arrive on Tuesdays before noon [1].\n\nSources:\n- [1] deliveries.md");
  const [citation] = message.context.citations;
  expect(citation).toMatchObject({ origin: "message", message: 1, title: "deliveries.md", url: null });
  expect([...content].slice(Number(citation?.start), Number(citation?.end)).join("")).toBe(String(citation?.quote));
  expect(message.annotations).toEqual([]);
});

test("a found page is linked", async () => {
  const content = attached("Parcels arrive on Tuesdays.", "When do parcels arrive?", "https://example.org/yard");
  const { annotations } = await chat([{ role: "user", content }]);
  expect(annotations.map(({ url_citation: { url } }) => url)).toEqual([
    "https://example.org/yard#:~:text=Parcels%20arrive%20on%20Tuesdays.",
  ]);
});

test("the memory answers where the file does not", async () => {
  const { context } = await chat([
    { role: "user", content: attached("Parcels arrive on Tuesdays.", "How long is the warranty?") },
  ]);
  expect(context.citations).toMatchObject([{ title: "Manual", quote: "The warranty lasts two years." }]);
});

test("an expert without sources answers from the file alone, and only in that turn", async () => {
  const content = attached("Parcels arrive on Tuesdays.", "When do parcels arrive?");
  expect((await chat([{ role: "user", content }], "nothing-yet")).context.citations).toMatchObject([
    { origin: "message" },
  ]);
  const later = [
    { role: "user", content },
    { role: "assistant", content: "On Tuesdays." },
  ];
  const again = await chat([...later, { role: "user", content: "When do parcels arrive?" }], "nothing-yet");
  expect(again.context.abstained).toBe(true);
});

test("a file of 15,000 characters is no question that is too long", async () => {
  const { context } = await chat([
    { role: "user", content: attached("The yard is open. ".repeat(900), "How long is the warranty?") },
  ]);
  expect(context.citations).toMatchObject([{ title: "Manual" }]);
});

const image = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } };

test("an image in an earlier message is skipped and told; in the last one it is refused", async () => {
  const earlier = [
    { role: "user", content: [{ type: "text", text: "What is this?" }, image] },
    { role: "assistant", content: "I do not know." },
  ];
  const { context } = await chat([...earlier, { role: "user", content: "How long is the warranty?" }]);
  expect([context.abstained, context.notes]).toEqual([
    false,
    [
      {
        code: "part_skipped",
        message: "'messages[0].content[1]' is of the type 'image_url', which experts cannot read. It was skipped.",
      },
    ],
  ]);
  const { status, error } = await service.request("POST", "/v1/chat/completions", {
    body: { model: "pump-manual", messages: earlier.slice(0, 1) },
  });
  expect([status, error.code, error.param]).toEqual([400, "invalid_parameter", "messages[0].content[1]"]);
});

test("more than the most is left out, and told", async () => {
  const { context } = await chat([
    { role: "user", content: attached("The yard is open. ".repeat(30_000), "How long is the warranty?") },
  ]);
  expect(context.notes).toMatchObject([{ code: "material_shortened" }]);
});

test.each([0, 1])("a text that is too long is not cut inside a character, %d", async (shift) => {
  const filling = "The yard is open. ".repeat(22_217);
  const keys = "🔑".repeat(100);
  const { content, context } = await chat([
    {
      role: "user",
      content: attached(
        `${filling}\n\nThe code of the gate is four seven nine${" ".repeat(1 + shift)}${keys}`,
        "What is the code of the gate?",
      ),
    },
  ]);
  expect(context.notes).toMatchObject([{ code: "material_shortened" }]);
  expect(content).toContain("The code of the gate is four seven nine");
  expect(
    [content, ...context.citations.map(({ quote }) => String(quote))].filter((text) => !text.isWellFormed()),
  ).toEqual([]);
});
