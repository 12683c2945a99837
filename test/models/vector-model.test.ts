import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readWordPiecePack } from "../../src/models/sense-pack.ts";
import {
  createVectorModel,
  openVectorModel,
  ownEmbedder,
  vectorFacts,
  vectorTraits,
} from "../../src/models/vector-model.ts";

const packs = join(import.meta.dir, "../../src/models/packs");
const file = readFileSync(join(packs, "vectors.pack"));
const model = openVectorModel();
const vectorOf = (text: string) => model.embed(model.pieces(text));
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, at) => sum + number * b[at]!, 0);

test("a passage that says the same in other words is nearer than one that shares a word", () => {
  const near = (question: string, passage: string) => cosine(vectorOf(question), vectorOf(passage));
  const ill = "After vomiting, a child stays away for at least a day.";
  const early = "The daughter company still comes to the fair tonight.";
  expect(near("She threw up last night, can she come to school?", ill)).toBeGreaterThan(
    near("She threw up last night, can she come to school?", early),
  );
  const leaving = "Property is removed within two weeks of the end of the membership.";
  const paying = "How long a parcel takes is shown when you pick a carrier.";
  const asked = "How long do I have to pick up my things when I quit?";
  expect(near(asked, leaving)).toBeGreaterThan(near(asked, paying));
});

test("a vector has length one, is the same each time, and is made of the first 256 pieces", () => {
  const vector = vectorOf("The pump hums.");
  expect(vector).toHaveLength(vectorTraits.dimensions);
  expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  expect(vectorOf("The pump hums.")).toEqual(vector);
  const long = model.pieces("pump ".repeat(500));
  expect(long).toHaveLength(256);
  expect(long.at(-1)).toBe(model.pieces("pump").at(-1)!);
});

test("a passage and its sentences come from one pass, and a sentence is nearer to its question than its neighbours", () => {
  const sentences = [
    "After vomiting, a child stays away for at least a day.",
    "Lunch is served at noon in the hall.",
    "Property is removed within two weeks of the end of the membership.",
  ];
  const text = sentences.join(" ");
  const spans = sentences.map((sentence) => ({
    start: text.indexOf(sentence),
    end: text.indexOf(sentence) + sentence.length,
  }));
  const divided = model.embedDivided(text, spans);
  expect(divided.vector).toEqual(vectorOf(text));
  const nearest = (question: string) => {
    const near = divided.spans.map((one) => cosine(vectorOf(question), one!));
    return near.indexOf(Math.max(...near));
  };
  expect(
    ["She threw up last night, can she come?", "when do we eat", "how long can my stuff stay after I quit"].map(
      nearest,
    ),
  ).toEqual([0, 1, 2]);
});

test("sentences beyond the model's reach have no vector, nor has what holds no word", () => {
  const text = `${"pump ".repeat(260)}hums. It stops.`;
  const spans = [
    { start: 0, end: 4 },
    { start: 4, end: 5 },
    { start: 1250, end: 1290 },
    { start: text.length - 9, end: text.length },
  ];
  expect(model.embedDivided(text, spans).spans.map((one) => one !== null)).toEqual([true, false, true, false]);
  expect(model.embedDivided("", []).spans).toEqual([]);
});

test("empty texts, signs and other scripts get a vector", () => {
  for (const text of ["", "???", "滤网每六个月更换一次。", "\u0000", "a".repeat(3000)]) {
    expect(cosine(vectorOf(text), vectorOf(text))).toBeCloseTo(1, 5);
  }
});

test("on the calling thread, questions get the model's vectors, and no tokens are charged", async () => {
  const embedder = ownEmbedder();
  const { vectors, tokens } = await embedder.embed(["one", "two"], "question", new AbortController().signal);
  expect(vectors).toEqual([vectorOf("one"), vectorOf("two")]);
  expect(tokens).toBe(0);
  expect([embedder.speaks?.("en-GB"), embedder.speaks?.("de")]).toEqual([true, false]);
});

test("the pack is the one that the facts and its notice name, has no more than 14 MB, and a damaged one is refused", () => {
  const { name, shape, header } = readWordPiecePack(file, "mean");
  expect([name, shape.width, shape.depth]).toEqual([`${vectorTraits.model}/1`, vectorTraits.dimensions, 6]);
  expect(header.languages).toEqual([...vectorFacts.languages]);
  expect(file.byteLength).toBeLessThanOrEqual(14_000_000);
  const notice = readFileSync(join(packs, "vectors-notice.md"), "utf8");
  expect(notice).toContain(new Bun.CryptoHasher("sha256").update(file).digest("hex"));
  expect(notice).toContain(vectorFacts.origin);
  const damaged = Uint8Array.from(file);
  damaged[damaged.length - 1] = damaged.at(-1)! ^ 1;
  expect(() => createVectorModel(damaged)).toThrow("The model pack is damaged.");
  expect(() => createVectorModel(readFileSync(join(packs, "reader.pack")))).toThrow("reader head");
});
