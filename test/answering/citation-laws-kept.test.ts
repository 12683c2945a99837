/** The citation laws over whole answers: documents of every kind are added by HTTP, and every quote must be in them. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { SourceObject } from "../../src/api/source-schemas.ts";
import { answerFrom, faultsOf } from "../support/replies/cited-answer.ts";
import { startService } from "../support/service.ts";

const service = await startService();
afterAll(() => service.close());

const subjects = [
  "the filter",
  "Dr. Müller",
  "漢字の本",
  "the 🧯 extinguisher",
  "valve [7]",
  "x² + y²",
  "O'Neil & Co.",
];
const acts = ["is replaced every", "weighs about", "是", "was built in", "costs < 5 % of", "talks to 👩‍🚒 about"];
const objects = ["six months", "3.5 kg", "2019", "the e\u0301tude", "one [1] note", "東京タワー", "ⅷ litres"];
const sentence = fc
  .tuple(fc.constantFrom(...subjects), fc.constantFrom(...acts), fc.constantFrom(...objects), fc.nat(99))
  .map(([subject, act, object, n]) => `In part ${n} ${subject} ${act} ${object}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((sentences) => sentences.join(" "));
const section = fc.record({
  heading: fc.constantFrom("Filters 🧯", "維持", "Über alles", "A [link]", "Notes"),
  paragraphs: fc.array(paragraph, { minLength: 1, maxLength: 3 }),
  items: fc.array(sentence, { maxLength: 3 }),
});
const sections = fc.array(section, { minLength: 1, maxLength: 4 });
type Sections = typeof sections extends fc.Arbitrary<infer T> ? T : never;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const writers = {
  "text/plain": (all: Sections) =>
    all.map(({ heading, paragraphs, items }) => [heading, ...paragraphs, ...items].join("\r\n\r\n")).join("\r\n\r\n"),
  "text/markdown": (all: Sections) =>
    all
      .map(({ heading, paragraphs, items }) => {
        const list = items.map((item, i) => (i % 2 === 0 ? `- **${item}**` : `- ${item}`)).join("\n");
        return [`## ${heading}`, ...paragraphs, list].join("\n\n");
      })
      .join("\n\n"),
  "text/html": (all: Sections) => {
    const body = all.map(({ heading, paragraphs, items }) => {
      const list = items.map((item) => `<li>${escaped(item)}</li>`).join("");
      return `<h2>${escaped(heading)}</h2>${paragraphs.map((p) => `<p>${escaped(p)}</p>`).join("\n")}<ul>${list}</ul>`;
    });
    return `<!doctype html><html><head><meta charset="utf-8"><title>A page</title></head><body>${body.join("")}</body></html>`;
  },
};
const document = fc.record({ type: fc.constantFrom("text/plain", "text/markdown", "text/html"), sections });

async function content(expert: string, source: string, version: number): Promise<string | null> {
  const reply = await service.request("GET", `/v1/experts/${expert}/sources/${source}/content?version=${version}`);
  return reply.status === 200 ? reply.text : null;
}

test("every quote is at its stated position", async () => {
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 3 }), fc.nat(), async (documents, pick) => {
      const made = await service.request("POST", "/v1/experts", { body: { name: "Random" } });
      const { id } = made.as(ExpertObject);
      for (const { type, sections: all } of documents) {
        const body = new TextEncoder().encode(writers[type as keyof typeof writers](all));
        const headers = { "content-type": type };
        const added = await service.request("POST", `/v1/experts/${id}/sources?wait=60`, { body, headers });
        expect(added.as(SourceObject).status).toBe("ready");
      }
      const sentences = documents.flatMap((each) => each.sections.flatMap(({ paragraphs }) => paragraphs));
      const question = sentences[pick % sentences.length] ?? "";
      for (const k of [1, 8]) {
        const asked = await service.request("POST", `/v1/experts/${id}/query`, { body: { question, k } });
        const answer = answerFrom(asked);
        expect(await faultsOf(answer, (source, version) => content(id, source, version))).toEqual([]);
        expect(answer.abstained).toBe(answer.citations.length === 0);
        answered += answer.abstained ? 0 : 1;
      }
      await service.request("DELETE", `/v1/experts/${id}`);
    }),
    { numRuns: 25 },
  );
  expect(answered).toBeGreaterThan(10);
});
