import { expect, test } from "bun:test";
import { handbookPages } from "../../../src/http/description/handbook-pages.ts";
import { readTree } from "../../support/source-tree.ts";

test("every page of docs/handbook is embedded, once and whole", async () => {
  const onDisk = (await readTree("docs/handbook")).map(({ path, text }) => ({ name: path.replace(/\.md$/, ""), text }));
  const embedded = [...handbookPages].sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(embedded).toEqual(onDisk);
});

test("every page has one title, and sections that stand for themselves", () => {
  for (const { name, text } of handbookPages) {
    expect({ name, titles: text.match(/^# .+$/gm)?.length }).toEqual({ name, titles: 1 });
    expect({ name, begins: text.startsWith("# "), sections: (text.match(/^## .+$/gm) ?? []).length > 0 }).toEqual({
      name,
      begins: true,
      sections: true,
    });
  }
});
