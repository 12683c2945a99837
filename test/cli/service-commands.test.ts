/** The commands that are clients of a running service: against a whole one, over loopback. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { run } from "../../src/cli/run.ts";
import { type LoopbackService, listenOnLoopback } from "../support/processes/loopback-service.ts";

let service: LoopbackService;
let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  service = await listenOnLoopback({ settings: { DOCENT_MAX_FILE_BYTES: "100kB" } });
  folder = mkdtempSync(join(tmpdir(), "docent-commands-"));
  mkdirSync(at("sub"));
  writeFileSync(at("filters.md"), "# Filters\n\nReplace the filter every six months. Check the pump each spring.\n");
  writeFileSync(at("sub/warranty.md"), "# Warranty\n\nThe warranty lasts two years from the day of purchase.\n");
  writeFileSync(at("odd \x1b[2J.txt"), "The boiler is red.");
  writeFileSync(at("picture.png"), "not read");
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

describe("sources and search", () => {
  test("documents are listed, found, shown, tried again and deleted", async () => {
    const { command, request } = service;
    await request("POST", "/v1/experts", { body: { name: "Cellar" } });
    const add = (body: object) => request("POST", "/v1/experts/cellar/sources?wait=60", { body });
    await add({ title: "Pump \x07one", text: "The pump is drained in November.", external_id: "pump" });
    for (let i = 0; i < 100; i++) await add({ title: `Note ${i}`, text: `Shelf ${i} holds jam.` });
    expect((await command("sources", "cellar")).out).toHaveLength(102);
    const [head = "", line = "", ...more] = (await command("sources", "cellar", "list", "--find", "pump")).out;
    expect([head.split(/ {2,}/), more]).toEqual([["source", "status", "passages", "title"], []]);
    const [id = "", ...rest] = line.split(/ {2,}/);
    expect(rest).toEqual(["ready", "1", "Pump \ufffdone"]);
    expect((await command("sources", "cellar", "--status", "failed")).out).toHaveLength(1);
    expect((await command("sources", "cellar", "show", id)).out).toContain("external id  pump");
    expect((await command("sources", "show", "cellar", id)).out).toContain("external id  pump");
    expect((await command("experts", "cellar", "show")).out).toEqual((await command("experts", "show", "cellar")).out);
    const [json = ""] = (await command("sources", "cellar", "--find", "pump", "--json")).out;
    expect(JSON.parse(json)).toMatchObject({ object: "source", id });
    expect(await command("sources", "cellar", "retry", id)).toMatchObject({ code: 0, out: [`${id} is queued.`] });
    expect((await command("sources", "cellar", "retry", "--all")).out).toEqual([
      expect.stringMatching(/^10\d documents/),
    ]);
    const asked = await command("sources", "cellar", "delete", id);
    expect([asked.code, asked.err.join()]).toEqual([2, expect.stringContaining("Add --yes to confirm.")]);
    expect((await command("sources", "cellar", "delete", id, "--yes")).out).toEqual([`${id} is deleted.`]);
    expect((await command("sources", "cellar", "--find", "pump")).out).toHaveLength(1);
    for (const words of [[], ["cellar", "show"], ["cellar", "burn", id], ["cellar", "show", id, "--find", "x"]])
      expect((await command("sources", ...words)).code).toBe(2);
  });

  test("passages are found without an answer", async () => {
    const found = await service.command("search", "cellar", "shelf", "7", "jam", "--k", "1");
    expect(found.code).toBe(0);
    expect(found.out).toEqual([expect.stringMatching(/^1\. Note 7 {2}\(0\.\d\d\)$/), "    Shelf 7 holds jam."]);
    const [json = ""] = (await service.command("search", "cellar", "jam", "--json")).out;
    expect(JSON.parse(json)).toMatchObject({ answer: null, answer_mode: "none" });
    expect(await service.command("search", "cellar", "zebra")).toMatchObject({ code: 3, out: [] });
    expect((await service.command("search", "cellar")).code).toBe(2);
    await service.request("DELETE", "/v1/experts/cellar");
  });
});

describe("experts", () => {
  test("are created, listed, shown and deleted", async () => {
    const { command } = service;
    expect((await command("experts")).out).toEqual(["expert  name  ready  pending  failed  passages"]);
    const made = await command("experts", "create", "Pump \x07house", "--description", "All of it", "--language", "de");
    expect(made).toEqual({
      code: 0,
      out: [expect.stringMatching(/^pump-house {2}exp_\w+$/)],
      err: ["Give it documents: docent ingest pump-house PATH"],
    });
    expect((await command("experts", "list")).out[1]).toBe("pump-house  Pump \ufffdhouse  0      0        0       0");
    expect((await command("experts", "show", "pump-house")).out.slice(1)).toEqual([
      ...["name         Pump \ufffdhouse", "description  All of it", "language     de"],
      ...["documents    0 ready, 0 pending, 0 failed", "passages     0 (0 bytes)", "meaning      not used"],
      "created      2026-11-21T08:00:00.000Z",
    ]);
    const [shown = ""] = (await command("experts", "show", "pump-house", "--json")).out;
    expect(JSON.parse(shown)).toMatchObject({ object: "expert", slug: "pump-house", language: "de" });
    expect(await command("experts", "delete", "pump-house")).toEqual({
      code: 2,
      out: [],
      err: [
        expect.stringContaining("pump-house has 0 documents, which would be deleted with it. Add --yes to confirm."),
      ],
    });
    expect((await command("experts", "delete", "pump-house", "--yes")).out).toEqual(["pump-house is deleted."]);
    expect(JSON.parse((await command("experts", "--json")).out[0] ?? "")).toEqual([]);
    expect(await command("experts", "show", "pump-house")).toMatchObject({
      code: 1,
      err: [expect.stringContaining('There is no expert "pump-house"')],
    });
  });

  test("are listed beyond the first page", async () => {
    const { command, request } = service;
    for (let i = 0; i < 101; i++) await request("POST", "/v1/experts", { body: { name: `n${i}` } });
    expect((await command("experts")).out).toHaveLength(102);
    for (let i = 0; i < 101; i++) await request("DELETE", `/v1/experts/n${i}`);
  });
});

describe("ingest", () => {
  const counts = (text: string) => [expect.stringMatching(new RegExp(`^${text}$`))];

  test("adds a folder, reports each document, and recognises it the next time", async () => {
    const first = await service.command("ingest", "heating", folder, "--create", "--external-ids");
    expect(first.code).toBe(0);
    expect(first.out).toEqual(["3 documents: 3 ready. Left out: 1 of types that are not read."]);
    expect([...first.err].sort()).toEqual([
      `ready     ${at("filters.md")}  (1 passage)`,
      `ready     ${at("odd \ufffd[2J.txt")}  (1 passage)`,
      `ready     ${at("sub/warranty.md")}  (1 passage)`,
    ]);
    const listed = await service.request("GET", "/v1/experts/heating/sources?order=asc");
    expect(listed.text).toContain('"external_id":"sub/warranty.md"');
    const again = await service.command("ingest", "heating", folder, "--external-ids");
    expect([again.code, again.out]).toEqual([0, counts("3 documents: 3 there already\\. Left out: .*")]);
  });

  test("replaces changed files, and leaves the rest", async () => {
    writeFileSync(at("filters.md"), "# Filters\n\nReplace the filter every five months. Check the pump each spring.\n");
    const { out } = await service.command("ingest", "heating", folder, "--external-ids");
    expect(out).toEqual(counts("3 documents: 1 ready, 2 there already\\. Left out: .*"));
    const found = await service.request("GET", "/v1/experts/heating/sources?external_id=filters.md");
    expect(found.text).toContain('"version":2');
  });

  test("reports failures and ends with 1, and adds the rest", async () => {
    writeFileSync(at("big.txt"), "x".repeat(100_001));
    writeFileSync(at("broken.pdf"), "%PDF-1.4 broken");
    const { code, out } = await service.command("ingest", "heating", at("broken.pdf"), at("big.txt"), at("filters.md"));
    expect([code, out[0], out.slice(1).sort()]).toEqual([
      1,
      "3 documents: 1 there already, 2 failed.",
      [
        `failed  ${at("big.txt")}: It has 100.0 kB, and the service accepts at most 100.0 kB.`,
        expect.stringMatching(/broken\.pdf: The file is damaged/),
      ],
    ]);
    const { out: json } = await service.command("ingest", "heating", at("big.txt"), at("filters.md"), "--json");
    expect(json.map((line) => JSON.parse(line))).toEqual([
      {
        expert: "heating",
        documents: 2,
        ready: 1,
        accepted: 0,
        deduplicated: 1,
        not_tried: 0,
        failed: [{ name: at("big.txt"), reason: "It has 100.0 kB, and the service accepts at most 100.0 kB." }],
        left_out: { hidden: 0, ignored: 0, unsupported: 0, empty: 0, links: 0 },
        stopped_by: null,
      },
    ]);
    rmSync(at("big.txt"));
    rmSync(at("broken.pdf"));
  });

  test("adds addresses, and reports those that cannot be fetched", async () => {
    const { code, out } = await service.command("ingest", "heating", "http://127.0.0.1:1/page");
    expect([code, out]).toEqual([1, ["1 document: 1 failed.", expect.stringContaining("http://127.0.0.1:1/page: ")]]);
  });

  test.each([
    [["ingest"], 2, "Name an expert and at least one document"],
    [["ingest", "heating", "/nowhere"], 1, "There is no /nowhere."],
    [["ingest", "nobody", "/dev/null"], 1, 'There is no expert "nobody". Use --create to make it'],
    [
      ["ingest", "No Body", "/dev/null", "--create"],
      2,
      "--create needs a name of lower-case letters, digits and hyphens, such as heating-manual",
    ],
    [["ingest", "heating", "/dev/null", "/dev/zero", "--title", "X"], 2, "--title can be used with one document only."],
    [["ingest", "heating", "/dev/null", "/dev/null", "--external-ids"], 2, "would both be named null"],
    [["ingest", "heating", "--", "--odd.md"], 1, "There is no --odd.md."],
    [["ask", "heating"], 2, "Name an expert and a question"],
    [["ask", "heating", "Why?", "--k", "many"], 2, '--k takes a whole number, not "many".'],
    [["ask", "heating", "Why?", "--k", "101"], 1, '"k"'],
    [["experts", "rename", "x"], 2, "Use `docent experts list`"],
    [["experts", "show", "x", "--slug", "y"], 2, "Use `docent experts list`"],
    [["usage", "--month", "May"], 1, '"month" must be a month like 2026-11'],
    [["usage", "today"], 2, "`docent usage` takes only flags, such as --month 2026-11."],
  ])("%j ends with %d", async (args, code, says) => {
    const said = await service.command(...args);
    expect([said.code, said.out]).toEqual([code, []]);
    expect(said.err.join("\n")).toContain(says);
  });
});

describe("ask", () => {
  test("prints the answer and its citations, for people and for programs", async () => {
    const asked = await service.command("ask", "heating", "How", "often", "is", "the", "filter", "replaced?");
    expect(asked).toEqual({
      code: 0,
      err: [],
      out: [
        ...["Replace the filter every five months [1].", "", "[1] Filters"],
        '    "Replace the filter every five months."',
      ],
    });
    const { out } = await service.command("ask", "heating", "How often is the filter replaced?", "--json", "--k=3");
    const answer = JSON.parse(out[0] ?? "");
    expect(Object.keys(answer).sort()).toEqual(
      Object.keys(AnswerObject.properties)
        .filter((key) => key in answer)
        .sort(),
    );
    expect(answer).toMatchObject({ answer: asked.out[0], retrieval: { k: 3 } });
  });

  test("ends with 3 if the documents do not contain the answer", async () => {
    const none = await service.command("ask", "heating", "Who won the chess tournament in Ulm?");
    expect([none.code, none.out, none.err]).toEqual([3, [expect.stringContaining("could not find an answer")], []]);
    await service.command("experts", "create", "empty");
    const empty = await service.command("ask", "empty", "Anything?");
    expect([empty.code, empty.err]).toEqual([3, [expect.stringContaining("The expert has no documents yet")]]);
    expect((await service.command("ask", "empty", "Anything?", "--json")).code).toBe(3);
  });

  test("on a terminal the answer comes piece by piece, and progress redraws its line", async () => {
    const shown: string[] = [];
    const console = {
      print: (line: string) => void shown.push(`${line}\n`),
      complain: (line: string) => void shown.push(`! ${line}\n`),
      write: (text: string) => void shown.push(text),
      renew: (line: string) => void shown.push(`~ ${line}\n`),
    };
    const there = ["--url", service.address, "--key-file", service.keyFile];
    expect(await run(["ask", "heating", "How long is the warranty?", ...there], console)).toBe(0);
    const answer = shown.slice(0, shown.indexOf("\n")).join("");
    expect(answer).toBe("The warranty lasts two years from the day of purchase [1].");
    expect(shown.join("")).toStartWith(`${answer}\n\n[1] Warranty\n`);
    shown.length = 0;
    expect(await run(["ingest", "heating", at("filters.md"), ...there], console)).toBe(0);
    expect(shown).toEqual([
      ...[`~ [${"#".repeat(24)}] 1 of 1  ${at("filters.md")}\n`, "~ \n", "1 document: 1 there already.\n", "~ \n"],
    ]);
  });
});

test("usage is a table, or the service's reply", async () => {
  const { out } = await service.command("usage", "--month", "2026-11");
  expect(out[0]).toBe("month     2026-11, as of 2026-11-21T08:00:00.000Z");
  expect(out.map((line) => line.split(/ +/)[0])).toEqual(["month", "requests", "answers", "tokens", "added", "held"]);
  expect(JSON.parse((await service.command("usage", "--json")).out[0] ?? "")).toMatchObject({ object: "usage" });
});

test("each of them explains itself", async () => {
  for (const name of ["ingest", "ask", "experts", "usage"]) {
    const { code, out, err } = await service.command(name, "--help");
    expect([code, err]).toEqual([0, []]);
    expect(out.join("\n")).toContain("--key-file FILE or DOCENT_API_KEY");
  }
});
