import { expect, test } from "bun:test";
import { handbookDocument } from "../../../src/http/description/handbook-document.ts";
import { handbookPages } from "../../../src/http/description/handbook-pages.ts";

test("pages become sections, and links between them lead to places in the document", () => {
  const document = handbookDocument([
    {
      name: "one",
      text: "# One & all\n\nSee [two](two.md), [its part](two.md#a-part-of-it) and [below](#below).\n\n## Below\n",
    },
    {
      name: "two",
      text: "# Two\n\n## A part of `it`\n\n[Out](https://example.org/?a=1&b=2) or [a file](../settings.md).\n",
    },
  ]);
  expect(document).toContain('<li><a href="#one">One &amp; all</a></li>');
  expect(document).toContain('See <a href="#two">two</a>, <a href="#two--a-part-of-it">its part</a>');
  expect(document).toContain('<a href="#one--below">below</a>');
  expect(document).toContain('<h3 id="one--below">Below</h3>');
  expect(document).toContain('<h3 id="two--a-part-of-it">A part of <code>it</code></h3>');
  expect(document).toContain('<a href="https://example.org/?a=1&amp;b=2">Out</a> or a file.');
});

test("every link of the handbook leads to a place that it has", () => {
  const document = handbookDocument(handbookPages);
  const ids = new Set([...document.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...document.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBeGreaterThan(handbookPages.length);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});
