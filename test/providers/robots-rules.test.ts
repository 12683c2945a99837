import { describe, expect, test } from "bun:test";
import { robotsReader } from "../../src/providers/robots-rules.ts";
import { expectLinear, pumped } from "../support/growth.ts";

const host = "https://example.org";
const read = (...lines: readonly string[]) => robotsReader("docent")(`${host}/robots.txt`, lines.join("\n"));
const allowed = (rules: ReturnType<typeof read>, ...paths: readonly string[]) =>
  paths.filter((path) => rules.allows(`${host}${path}`));

describe("groups", () => {
  const others = ["User-agent: *", "Disallow: /"];

  test("the group that names the program is obeyed, and the others are not", () => {
    expect(allowed(read(...others), "/a")).toEqual([]);
    expect(allowed(read(...others, "user-agent: Docent/1.0", "disallow: /b"), "/a", "/b/c")).toEqual(["/a"]);
    expect(allowed(read("User-agent: docent", ...others), "/a")).toEqual([]);
    expect(allowed(read("User-agent: other", "Disallow: /"), "/a")).toEqual(["/a"]);
  });

  test("several groups for the program count together", () => {
    const rules = read("User-agent: docent", "Disallow: /a", "", ...others, "User-agent: docent", "Disallow: /b");
    expect(allowed(rules, "/a", "/b", "/c")).toEqual(["/c"]);
  });

  test("an empty rule forbids nothing, and a comment or an unknown line says nothing", () => {
    const rules = read(
      "\ufeffUser-agent: *",
      "Sitemap: https://example.org/map",
      "Disallow: # all",
      "Crawl-delay: 2",
      "x",
    );
    expect([allowed(rules, "/a"), rules.crawlDelay]).toEqual([["/a"], 2]);
    expect(read("User-agent: *", "Crawl-delay: soon").crawlDelay).toBeNull();
  });

  test("they say nothing about another host", () => {
    expect(read(...others).allows("https://elsewhere.org/a")).toBe(true);
  });
});

test.each([
  ["/a*b$", ["/ab", "/a/b"], ["/abc", "/a"]],
  ["/a$", ["/a"], ["/ab"]],
  ["*.pdf$", ["/x/y.pdf"], ["/x.pdf?x"]],
  ["/a*a$", ["/aa"], ["/a"]],
  ["/*/b/*/d", ["/a/b/c/d/e"], ["/a/b/d"]],
  ["/é", ["/%C3%A9", "/%c3%a9t"], ["/e"]],
  ["/50%25", ["/50%25"], ["/50"]],
  ["/?q=", ["/?q=1"], ["/q"]],
])("%p forbids %p and allows %p", (pattern, forbidden, free) => {
  expect(allowed(read("User-agent: *", `Disallow: ${pattern}`), ...forbidden, ...free)).toEqual(free);
});

test("the longest rule decides, and of two equally long ones that which allows", () => {
  const rules = read("User-agent: *", "Disallow: /a", "Allow: /a/b", "Disallow: /a/b/c", "Allow: /a/b/c");
  expect(allowed(rules, "/a", "/a/b", "/a/b/c")).toEqual(["/a/b", "/a/b/c"]);
});

const address = `${host}/${"a".repeat(1900)}`;
test.each([
  ["asterisks", "*", {}],
  ["letters and asterisks", "*a", {}],
  ["long patterns that almost match", `${"*a".repeat(900)}b\nDisallow:/`, {}],
  ["repeated letters", `*${"a".repeat(900)}b\nDisallow:/`, {}],
  ["short rules", "*b*c\nDisallow:/", {}],
  ["names of programs", "x\nUser-agent:a\nUser-agent: *\nAllow:/", {}],
  ["spaces", " ", { after: "a" }],
])("reading and applying %s takes linear time", (_, piece, around) => {
  expectLinear(
    (length) => read("User-agent: *", pumped(piece, length, { before: "Disallow: /", ...around })).allows(address),
    500_000,
  );
});
