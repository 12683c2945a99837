/** An overview and a list of steps are answered from the whole section, of which a search finds only a part. */
import { describe, expect, test } from "bun:test";
import type { RetrievedPassage } from "../../src/answering/answer.ts";
import { restOfSections, wantsSections } from "../../src/answering/choice/contents.ts";
import { extractAnswer } from "../../src/answering/choice/extractive.ts";
import type { PassageReader, StoredPassage } from "../../src/answering/ports.ts";
import { chunkId, type ExpertId, type SourceId } from "../../src/kernel/ids.ts";
import { plainOutline } from "../../src/language/structure/document-outline.ts";
import { createAnalyzers } from "../../src/language/words/analyzer.ts";

const analyzer = createAnalyzers()("en");

/** Row `no` of a manual; each passage follows the one before it. */
function stored(no: number, section: string, text = `Passage ${no} is here.`): StoredPassage {
  const start = 1000 * no;
  return {
    chunkId: chunkId(no),
    sourceId: "src_manual" as SourceId,
    sourceVersion: 1,
    externalId: null,
    title: "Manual",
    url: null,
    text,
    start,
    end: start + text.length,
    page: null,
    section,
    metadata: {},
    outline: [],
    lead: null,
  };
}

function found(row: StoredPassage, rank = 1): RetrievedPassage {
  return { ...row, rank, score: 0.8, scores: { keyword: 0.8, sense: null, vector: null } };
}

const hit = (no: number) => ({ no, group: 1, score: 0.8, scores: { keyword: 0.8, sense: null, vector: null } });

/** A reader of these rows, with what was asked of it. */
function readerOf(rows: ReadonlyMap<number, StoredPassage>) {
  const asked: number[][] = [];
  const reader = {
    passages: (_: ExpertId, numbers: readonly number[]) => {
      asked.push([...numbers].sort((a, b) => a - b));
      return new Map(numbers.flatMap((no) => (rows.has(no) ? [[no, rows.get(no)!] as const] : [])));
    },
  } as unknown as PassageReader;
  return { reader, asked };
}

const sections = ["Intro", "Filters", "Filters", "Filters", "Filters > Paper", "Pumps", "Filters"];
const rows = new Map(sections.map((section, i) => [i + 1, stored(i + 1, section)]));

describe("restOfSections", () => {
  test("reads the passages beside a found one up to the ends of its section, once", async () => {
    const { reader, asked } = readerOf(rows);
    const passages = [found(rows.get(3)!)];
    const rest = await restOfSections(reader, { expert: "exp_a" as ExpertId, revision: 1, hits: [hit(3)], passages });
    expect(rest.map(({ start }) => start / 1000)).toEqual([4, 5, 2]);
    expect(rest.every(({ rank, score }) => rank === 1 && score < 0.8)).toBe(true);
    expect(asked).toEqual([[1, 2, 4, 5, 6, 7]]);
  });

  test("passes over what was found already, and stops where another source begins", async () => {
    const other = new Map(rows).set(5, { ...stored(5, "Filters"), sourceId: "src_other" as SourceId });
    const { reader } = readerOf(other);
    const passages = [found(rows.get(2)!), found(rows.get(3)!, 2)];
    const rest = await restOfSections(reader, {
      expert: "exp_a" as ExpertId,
      revision: 1,
      hits: [hit(2), hit(3)],
      passages,
    });
    expect(rest.map(({ start }) => start / 1000)).toEqual([4]);
  });

  test("reads nothing for a text without sections", async () => {
    const { reader, asked } = readerOf(rows);
    const passages = [found(stored(2, ""))];
    expect(
      await restOfSections(reader, { expert: "exp_a" as ExpertId, revision: 1, hits: [hit(2)], passages }),
    ).toEqual([]);
    expect(asked).toEqual([]);
  });
});

test.each([
  ["What does the manual say about filters?", true],
  ["How do I clean the filter?", true],
  ["When was the filter built?", false],
  ["Who cleans the filter?", false],
])("%s wants whole sections: %p", (question, expected) => {
  expect(wantsSections(question, "en", [found(stored(1, "")), found(stored(2, "Filters"))])).toBe(expected);
  expect(wantsSections(question, "en", [found(stored(1, ""))])).toBe(false);
});

describe("an answer", () => {
  const answer = (question: string, first: string, next: string, gap = 1) => {
    const best = { ...found(stored(1, "Filters", first)), outline: plainOutline(first, "en") };
    const following = {
      ...found(stored(2, "Filters", next)),
      outline: plainOutline(next, "en").map((block) =>
        block.kind === "list_item" ? { ...block, lead: "before" as const } : block,
      ),
      start: best.end + gap,
      end: best.end + gap + next.length,
    };
    const terms = analyzer.analyze(question).flatMap(({ term, stop }) => (stop ? [] : [term]));
    const { sentences } = extractAnswer({
      question,
      passages: [best],
      rest: [following],
      terms: [...new Set(terms)].map((term) => ({ term, documentFrequency: 1, idf: 1 })),
      expansion: null,
      analyzer,
    });
    const texts = [first, next];
    return sentences.map(({ passage, start, end }) => texts[passage]!.slice(start, end));
  };

  test("an overview quotes the rest of the section", () => {
    const first = "Filters keep dust out of the pump. Every pump has two filters.";
    const next = "A filter of paper lasts for six months. A filter of steel lasts for ten years.";
    expect(answer("What does the manual say about filters?", first, next)).toHaveLength(4);
  });

  test("a question for a fact does not", () => {
    const first = "Filters keep dust out of the pump. Every pump has two filters.";
    expect(
      answer("Where is the filter of steel?", first, "A filter of steel is in every pump.").join(" "),
    ).not.toInclude("steel is");
  });

  test("steps go on in the next passage", () => {
    const first = "To clean the filter do the following:\n- Fetch a brush.";
    const next = "- Switch off the pump.\n- Open the lid.";
    const [lead = "", brush = ""] = first.split("\n");
    const steps = [lead, brush, "- Switch off the pump.", "- Open the lid."];
    expect(answer("How do I clean the filter?", first, next)).toEqual(steps);
    expect(answer("How do I clean the filter?", first, next, 500)).toEqual([lead, brush]);
  });
});
