/** The documentation matches the program. */
import { describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { commands } from "../../src/cli/run.ts";
import { flagName } from "../../src/config/setting.ts";
import { allSettings } from "../../src/config/settings.ts";
import { faultKinds } from "../../src/kernel/fault.ts";
import { failureCodes } from "../../src/sources/source.ts";
import { docentCommands, typedLines } from "../support/documents/typed-commands.ts";
import { layers } from "../support/layer-table.ts";
import { withAccessTable } from "../support/requests/access-matrix.ts";
import { readTree, repository } from "../support/source-tree.ts";

const page = (name: string) => Bun.file(`${repository}docs/${name}`).text();

/** The cells of every table row whose first cell is code: `| \`name\` | … |`. */
async function codeRows(name: string): Promise<readonly (readonly string[])[]> {
  const rows = (await page(name)).matchAll(/^\| (`.*) \|$/gm);
  return [...rows].map((row) =>
    row[1]!.split(/(?<!\\) \| /).map((cell) => cell.replaceAll("`", "").replaceAll("\\|", "|")),
  );
}

test("docs/settings.md lists every setting with its flag, its default and its help text, and nothing else", async () => {
  const withoutLinks = (text = "") => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  const documented = (await codeRows("settings.md")).map(([env, flag, standard, help]) => [
    env,
    flag,
    standard,
    withoutLinks(help),
  ]);
  expect(documented).toEqual(
    allSettings.map((setting) => [
      setting.env,
      [flagName(setting), setting.placeholder ?? []].flat().join(" "),
      setting.standard || "–",
      setting.help,
    ]),
  );
});

test("docs/settings.md says which settings change while the service runs", async () => {
  const [, section = ""] = (await page("settings.md")).split("## Settings that change while the service runs");
  const named = section.split(/\n## /)[0]?.match(/`DOCENT_\w+`/g) ?? [];
  expect(named.map((name) => name.replaceAll("`", ""))).toEqual(
    allSettings.filter(({ live }) => live).map(({ env }) => env),
  );
});

test("docs/errors.md lists every code with its status and type, and nothing else", async () => {
  const rows = (await codeRows("errors.md")).filter((cells) => cells.length === 5);
  expect(rows.map(([code, status, type, happened]) => [code, status, type, happened?.includes("*Final.*")])).toEqual(
    Object.entries(faultKinds).map(([code, kind]) => [code, String(kind.status), kind.type, "final" in kind]),
  );
});

test("docs/errors.md lists every reason why a source fails, and nothing else", async () => {
  const rows = (await codeRows("errors.md")).filter((cells) => cells.length === 3);
  expect(rows.map(([code]) => code)).toEqual([...failureCodes]);
});

test("the handbook names every command", async () => {
  const text = await page("handbook/command-line.md");
  expect(commands.map(({ name }) => name).filter((name) => !text.includes(`\`docent ${name}`))).toEqual([]);
});

test("docs/security.md has the current table of routes and keys; `make matrix` writes it", async () => {
  const text = await page("security.md");
  expect(text).toBe(withAccessTable(text));
});

test("docs/architecture.md names every room", async () => {
  const [, tree = ""] = (await page("architecture.md")).split("```");
  const rooms = Object.keys(layers).filter((room) => !["build-info", "worker-entries", "production"].includes(room));
  expect(rooms.filter((room) => !new RegExp(`(?:^|\\s)${room}(?:/|\\.ts)`).test(tree))).toEqual([]);
});

test("docs/README.md links to every page; decisions by their folder", async () => {
  const index = await page("README.md");
  const pages = (await readTree("docs")).map(({ path }) => path).filter((path) => path.endsWith(".md"));
  const others = pages.filter((path) => path !== "README.md" && !path.startsWith("decisions/"));
  expect(others.filter((path) => !index.includes(`](${path})`))).toEqual([]);
  expect(index).toContain("](decisions)");
});

test("decision pages are numbered without a gap and begin with the decision", async () => {
  const pages = (await readTree("docs/decisions")).filter(({ path }) => /^\d/.test(path));
  const wrong = pages.filter(
    ({ path, text }, at) =>
      !path.startsWith(`${String(at + 1).padStart(4, "0")}-`) ||
      !new RegExp(`^# ${at + 1}\\. \\S.*\n\n\\*\\*Decided\\.\\*\\* `).test(text),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
  expect(pages.length).toBeGreaterThan(20);
});

test("each loss that docs/what-can-be-lost.md names has its test", async () => {
  const rows = [...(await page("what-can-be-lost.md")).matchAll(/^\| (?!event|-).*$/gm)].map(([row]) => row);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !/\| \[[\w-]+\]\(\.\.\/test\/[\w/.-]+\.ts\) \|$/.test(row))).toEqual([]);
});

describe("links between pages", () => {
  test("lead to existing files, and to sections that they have", async () => {
    const pages = await linkedPages();
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map((match) => ({ path, target: match[1]! })),
    );
    const broken = await Promise.all(links.map(async (link) => ((await leads(link, pages)) ? [] : [link])));
    expect(broken.flat()).toEqual([]);
    expect(links.length).toBeGreaterThan(300);
  });
});

interface Page {
  /** From the top of the repository. */
  readonly path: string;
  readonly text: string;
}

async function linkedPages(): Promise<readonly Page[]> {
  const docs = (await readTree("docs")).map(({ path, text }) => ({ path: `docs/${path}`, text }));
  const top = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md"];
  const others = top.map(async (path) => ({ path, text: await Bun.file(repository + path).text() }));
  return [...docs.filter(({ path }) => path.endsWith(".md")), ...(await Promise.all(others))];
}

async function leads({ path, target }: { path: string; target: string }, pages: readonly Page[]): Promise<boolean> {
  const { pathname, hash } = new URL(target, `file:///${path}`);
  const page = pages.find((each) => `/${each.path}` === pathname);
  if (hash !== "" && page !== undefined) return anchorsOf(page.text).includes(hash.slice(1));
  return stat(`${repository}${decodeURI(pathname).slice(1)}`).then(
    () => true,
    () => false,
  );
}

/** What GitHub calls the headings of a page, and the anchors that it sets itself. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...headings, ...[...text.matchAll(/id="([^"]+)"/g)].map((match) => match[1]!)];
}

describe("what pages and examples tell to type", () => {
  test("names settings that exist", async () => {
    const known = new Set(allSettings.map(({ env }) => env));
    const named = (await typedLines()).flatMap((line) => line.match(/\bDOCENT_[A-Z_]+/g) ?? []);
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
    expect(new Set(named).size).toBeGreaterThan(20);
  });

  test("names commands and flags that exist", async () => {
    const shared = [...allSettings.map(flagName), "--key-file", "--help"];
    const flagsOf = new Map([
      ["help", new Set<string>()],
      ...commands.map(({ name, flags: { options = [], switches = [] } = {} }) => {
        return [name, new Set([...shared, ...[...options, ...switches].map((flag) => `--${flag}`)])] as const;
      }),
    ]);
    const examples = commands.flatMap((one) => one.examples.map((rest) => `docent ${one.name} ${rest}`));
    const typed = [...(await typedLines()), ...examples].flatMap(docentCommands);
    const unknown = typed.filter(({ name, flags }) => flags.some((flag) => flagsOf.get(name)?.has(flag) !== true));
    expect([...unknown, ...typed.filter(({ name }) => !flagsOf.has(name))]).toEqual([]);
    expect(typed.length).toBeGreaterThan(60);
  });
});
