/** Text of a source or a model never becomes a link to a program in an answer that is shown as Markdown. */
import { afterAll, expect, test } from "bun:test";
import { readGeneratedText } from "../../src/answering/generated/generated-text.ts";
import { hasUnsafeLink } from "../../src/language/text/link-safety.ts";
import { startService } from "../support/service.ts";

function generated(...pieces: readonly string[]): string {
  const reader = readGeneratedText("en");
  const sentences = [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
  return sentences.map(({ gap, text }) => gap + text).join("");
}

test.each([
  "Press [here](javascript:alert(1)) to open it [1].",
  "Press [a [b](x)](javascript:alert(1)) to open it [1].",
  "Press [a](<javascript:alert(1). Then it opens>) wide [1].",
  "Press [a][x] to open it [1].\n\n[x]: javascript:alert(1)",
  "Press <javascript:alert(1)> or ![a](data:text/html,b) to open it [1].",
  "Press [a](java&#115;cript:alert(1)) to open it [1].",
])("a model's %s", (text) => {
  expect(hasUnsafeLink(generated(text))).toBe(false);
  expect(hasUnsafeLink(generated(...text))).toBe(false);
});

test.each([
  ["See [](http://x) for more.", "See for more."],
  ["Replace the filter ([](http://x)) now.", "Replace the filter now."],
  ["Press <b><i>now</i></b>, or look at <a href=x></a> ![](y).", "Press now, or look at."],
  ["One [](u)two, [three][1] and <https://x.example/a>.", "One two, three and https://x.example/a."],
  ["A line<br>and f() with (g).", "A line and f() with (g)."],
])("what is removed from a model's %j leaves no debris", (text, expected) => {
  expect([generated(text), generated(...text)]).toEqual([expected, expected]);
});

const service = await startService();
afterAll(() => service.close());

test("a sentence of a source with such a link is not quoted; its neighbours are", async () => {
  await service.request("POST", "/v1/experts", { body: { name: "Doors" } });
  const text = "The door opens with [the blue handle](javascript:alert(1)).\n\nThe door is opened by the green button.";
  const file = { body: new TextEncoder().encode(text), headers: { "content-type": "text/plain" } };
  await service.request("POST", "/v1/experts/doors/sources?wait=60&filename=a.txt", file);
  const reply = await service.request("POST", "/v1/experts/doors/query", {
    body: { question: "How is the door opened?" },
  });
  const { answer } = Object(reply.json);
  expect(answer).toContain("green button");
  expect(answer).not.toContain("blue handle");
});
