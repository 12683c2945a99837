import { expect, test } from "bun:test";
import type { RetrievedPassage } from "../../../src/answering/answer.ts";
import { passageLink } from "../../../src/http/openai/citation-links.ts";
import { sampleCitation, sampleExpertId } from "../../support/replies/answer-samples.ts";

const link = passageLink("https://docent.example", { id: sampleExpertId });
const linkTo = (changes: Partial<RetrievedPassage>) => link(sampleCitation(1, changes));
const long = "Replace the filter every six months, or sooner where the air is dusty and dry.";

test("a source without an address: the console's page for the passage", () => {
  expect(linkTo({ text: "Replace it.", start: 10, end: 21, sourceVersion: 2 })).toBe(
    `https://docent.example/c/${sampleExpertId}/src_00000000000000000000000001/2/10-21`,
  );
});

test("a web page: its address with the words as a text fragment", () => {
  const url = "https://example.org/care";
  expect(linkTo({ url, text: "Rinse it - weekly, gently." })).toBe(
    `${url}#:~:text=Rinse%20it%20%2D%20weekly%2C%20gently.`,
  );
  expect(linkTo({ url, text: long })).toBe(
    `${url}#:~:text=Replace%20the%20filter%20every%20six,air%20is%20dusty%20and%20dry.`,
  );
  expect(linkTo({ url: `${url}#filters`, text: "Rinse it." })).toBe(`${url}#filters:~:text=Rinse%20it.`);
});

test("a paged document: its address with the page and the words to search for", () => {
  expect(linkTo({ url: "https://example.org/manual.pdf", page: 3, text: long })).toBe(
    "https://example.org/manual.pdf#page=3&search=%22Replace%20the%20filter%20every%20six%22",
  );
});

test("passages of one source have addresses of their own", () => {
  const url = "https://example.org/care";
  const passages = [
    { url, text: "Rinse it weekly." },
    { url, text: long },
    { url, page: 3, text: "Rinse it weekly." },
    { url, page: 3, text: long },
    { text: "Rinse it weekly." },
    { text: long },
  ];
  expect(new Set(passages.map(linkTo)).size).toBe(passages.length);
});
