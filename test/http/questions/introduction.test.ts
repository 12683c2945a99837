import { afterAll, beforeAll, expect, test } from "bun:test";
import { IntroductionObject } from "../../../src/api/expert-schemas.ts";
import { startService, type TestService } from "../../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function introduction(slug: string, texts: Readonly<Record<string, string>>, key?: string) {
  await service.request("POST", "/v1/experts", { body: { name: slug, slug } });
  for (const [title, text] of Object.entries(texts))
    await service.request("POST", `/v1/experts/${slug}/sources?wait=60`, { body: { title, text } });
  const reply = await service.request("GET", `/v1/experts/${slug}/introduction`, key === undefined ? {} : { key });
  return reply.as(IntroductionObject);
}

const manual = `# Care

## How often are the filters changed?

The filters of the pump are changed every six months.

## 2.1 Warranty of the pump

The warranty of the pump lasts for thirty months from the day of purchase.

## Links

- https://example.org/pump
`;

test("each question that is offered is answered from the section that it is about", async () => {
  const { documents, questions } = await introduction("manual", { "Pump manual": manual });
  expect(documents).toEqual([
    {
      source_id: expect.stringMatching(/^src_/),
      title: "Pump manual",
      date: null,
      headings: ["How often are the filters changed?", "2.1 Warranty of the pump", "Links"],
      opening: "The filters of the pump are changed every six months.",
    },
  ]);
  expect(questions).toEqual(["How often are the filters changed?", "How long does the warranty of the pump last?"]);
  for (const [question, quote] of [
    [questions[0], "every six months"],
    [questions[1], "thirty months"],
  ]) {
    const reply = await service.request("POST", "/v1/experts/manual/query", { body: { question } });
    const { citations } = JSON.parse(reply.text) as { citations: { quote: string }[] };
    expect(citations.map((citation) => citation.quote).join(" ")).toContain(quote!);
  }
});

test("documents are described by their dates, headings and first statements, those added last first", async () => {
  const texts = {
    "Minutes of 3 March 2026": "# Minutes\n\n## Decisions\n\nThe board decided to meet again on 12 April 2026.",
    Protokoll: "Protokoll vom 14. Mai 2025\n\nDer Vorstand hat die neue Satzung einstimmig beschlossen.",
    Contacts: "# Contacts\n\n- https://example.org/a",
  };
  const { documents } = await introduction("minutes", texts);
  expect(documents.map(({ title, date, headings, opening }) => [title, date, headings, opening])).toEqual([
    ["Contacts", null, [], null],
    ["Protokoll", "2025-05-14", [], "Der Vorstand hat die neue Satzung einstimmig beschlossen."],
    ["Minutes of 3 March 2026", "2026-03-03", ["Decisions"], "The board decided to meet again on 12 April 2026."],
  ]);
});

test("a question is asked in the language of its document", async () => {
  const text =
    "# Pumpe\n\n## Gewährleistung der Pumpe\n\nDie Gewährleistung der Pumpe beträgt dreißig Monate ab dem Tag, an dem sie gekauft wurde.";
  const { questions } = await introduction("anleitung", { Anleitung: text });
  expect(questions).toEqual(["Wie lang ist die Gewährleistung der Pumpe?"]);
});

test("a heading makes a question only if the text tells how its words are written", async () => {
  const text = (words: string) =>
    `# Guide\n\n## Replace the ${words}\n\nOpen the lid, take the old one out and put the new one in.\n`;
  const guide = `${text("Air Filter")}\n${text("Water Tank")}\nClose the lid of the water tank, which Docent calls the tank.\n`;
  const { questions } = await introduction("guide", { Guide: guide });
  expect(questions).toEqual(["How do I replace the water tank?"]);
});

test("an expert without sources, with lists only, or with a dangerous title offers nothing", async () => {
  expect(await introduction("empty", {})).toMatchObject({ documents: [], questions: [] });
  expect(
    (await introduction("links", { Links: "# Links\n\n- https://example.org/a\n- https://example.org/b" })).questions,
  ).toEqual([]);
  const dangerous = {
    "[Safe](javascript:alert(1))": "## The pump of the house\n\nThe pump of the house is blue and red.",
  };
  expect(await introduction("dangerous", dangerous)).toMatchObject({ documents: [], questions: [] });
});

test("it is not counted as a question", async () => {
  const usage = async () => (await service.request("GET", "/v1/usage")).json;
  const before = await usage();
  await service.request("GET", "/v1/experts/manual/introduction");
  expect(await usage()).toEqual(before);
});

test("a row of a table is asked for only where its column and its name read well", async () => {
  const table = (...rows: readonly string[]) => `# Cities\n\n${rows.map((row) => `| ${row} |`).join("\n")}\n`;
  const cities = table("City | Day | Population", "---|---|---", "Total | 4 | 7000000", "Berlin | 3 | 3769000");
  const { questions } = await introduction("cities", { Cities: cities });
  expect(questions).toEqual(["What is the population of Berlin?"]);
  expect((await introduction("days", { Days: table("City | Day", "---|---", "Berlin | 3") })).questions).toEqual([]);
});
