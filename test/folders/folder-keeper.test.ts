/** A folder and an expert are brought into step, and what must not be deleted is not. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DestinationUnavailable } from "../../src/folders/folder-destination.ts";
import { KeptFolder } from "./kept-folder.ts";

let folder: KeptFolder;
beforeEach(() => {
  folder = new KeptFolder();
});
afterEach(() => folder.close());

const many = (count: number) => Array.from({ length: count }, (_, i) => `n${String(i).padStart(2, "0")}.md`);

describe("in step", () => {
  test("files are added, changed, moved and deleted, each once", async () => {
    folder.write("a.md", "alpha");
    folder.write("sub/b.md", "beta");
    folder.write("c.txt", "gamma");
    const first = await folder.settle();
    expect(first.changes.toSorted()).toEqual(["added a.md", "added c.txt", "added sub/b.md"]);
    expect(first.last.state).toMatchObject({ phase: "in_step", trouble: null, files: 3, ready: 3, failed: [] });
    expect((await folder.settle()).changes).toEqual([]);
    folder.write("a.md", "alpha two");
    folder.rename("sub/b.md", "new/b.md");
    folder.remove("c.txt");
    expect((await folder.settle()).changes.toSorted()).toEqual([
      ...["changed a.md", "deleted c.txt", "deleted sub/b.md", "moved new/b.md"],
    ]);
    expect(folder.expert.paths).toEqual(["a.md", "new/b.md"]);
    expect((await folder.settle()).changes).toEqual([]);
  });

  test("after a kill nothing is sent twice, and what changed meanwhile is noticed", async () => {
    for (const path of ["a.md", "b.md", "c.md"]) folder.write(path, path);
    await folder.settle();
    folder.restart();
    folder.write("a.md", "changed");
    folder.remove("b.md");
    folder.expert.calls.length = 0;
    await folder.settle();
    expect(folder.expert.calls).toEqual(["send a.md", "remove b.md"]);
  });

  test("a file that is touched without a change is not sent again", async () => {
    folder.write("a.md", "alpha");
    await folder.settle();
    folder.expert.calls.length = 0;
    folder.write("a.md", "alpha", "now");
    await folder.settle();
    expect(folder.expert.calls).toEqual([]);
  });

  test("front matter becomes metadata, with the folder's name", async () => {
    folder.write("a.md", "---\ntitle: A\ntags: [pump, 2]\nyear: 2026\n---\nText.");
    await folder.settle();
    expect(folder.expert.sources.get("a.md")?.metadata).toEqual({
      tags: ["pump", "2"],
      year: 2026,
      docent_folder: "fld_00000001",
    });
  });

  test("a source that came over the API is neither taken over nor deleted, and the conflict is told", async () => {
    folder.expert.put("a.md", "mine", null);
    folder.expert.put("elsewhere.md", "other", null);
    folder.expert.put("same.md", "same", null);
    folder.write("a.md", "alpha");
    folder.write("b.md", "beta");
    folder.write("same.md", "same");
    const { last, changes } = await folder.settle();
    expect(changes.filter((change) => change !== "changed same.md")).toEqual(["added b.md"]);
    expect(last.state).toMatchObject({ phase: "in_step", files: 3 });
    expect(last.state.failed).toEqual([{ path: "a.md", reason: expect.stringContaining("is kept by the API") }]);
    expect(folder.expert.sources.get("same.md")?.keepers).toEqual(["api", "fld_00000001"]);
    folder.remove("a.md", "same.md");
    await folder.settle();
    expect(folder.expert.sources.get("a.md")).toMatchObject({ metadata: { shelf: "left" }, keepers: ["api"] });
    expect(folder.expert.sources.get("same.md")?.keepers).toEqual(["api"]);
    expect(folder.expert.paths).toEqual(["a.md", "b.md", "elsewhere.md", "same.md"]);
  });

  test("a file in conflict is sent when the source in its place is gone", async () => {
    folder.expert.put("a.md", "mine", null);
    folder.write("a.md", "alpha");
    expect((await folder.settle()).last.state.failed).toHaveLength(1);
    folder.expert.sources.clear();
    folder.clock.advance(300_000);
    const { last, changes } = await folder.settle();
    expect([changes, last.state.failed]).toEqual([["added a.md"], []]);
  });

  test("what is refused is named, and tried again only when it changes", async () => {
    folder.write("a.md", "x".repeat(1001));
    folder.write(`${"long/".repeat(60)}b.md`, "text");
    const { last } = await folder.settle();
    expect(last.state).toMatchObject({ phase: "in_step", files: 2, ready: 0 });
    expect(last.state.failed.map(({ reason }) => reason)).toEqual([
      "It has 1001 bytes, and the service accepts at most 1000.",
      "Its path is longer than 256 characters. Shorten it.",
    ]);
    folder.write("a.md", "short");
    expect((await folder.settle()).changes).toEqual(["added a.md"]);
  });
});

describe("a file that is being written", () => {
  test("is read only after it has been left alone for a while", async () => {
    folder.write("a.md", "first ha", "now");
    expect((await folder.look()).again).toBe(2000);
    folder.clock.advance(1999);
    folder.write("a.md", "first half, and the other", "now");
    expect((await folder.look()).changes).toEqual([]);
    folder.clock.advance(1999);
    expect((await folder.look()).changes).toEqual([]);
    folder.clock.advance(1);
    expect((await folder.look()).changes).toEqual([{ kind: "added", path: "a.md" }]);
  });

  test("keeps its source while an editor replaces it", async () => {
    folder.write("a.md", "one");
    folder.write("b.md", "other");
    await folder.settle();
    folder.remove("a.md");
    expect((await folder.look()).again).toBe(5000);
    folder.clock.advance(1000);
    folder.write("a.md", "two", "now");
    expect((await folder.settle()).changes).toEqual(["changed a.md"]);
    folder.write("a.md", "", "now");
    await folder.look();
    folder.clock.advance(4999);
    await folder.look();
    expect(folder.expert.paths).toEqual(["a.md", "b.md"]);
  });
});

describe("nothing is deleted", () => {
  const paths = many(6);
  beforeEach(async () => {
    for (const path of paths) folder.write(path, path);
    await folder.settle();
    folder.expert.calls.length = 0;
  });
  afterEach(() => {
    expect(folder.expert.calls).toEqual([]);
    expect(folder.expert.paths).toEqual(paths);
  });

  test("when the folder is gone, and it goes on when it is back", async () => {
    renameSync(folder.root, `${folder.root}-away`);
    const away = await folder.look();
    expect(away.state).toMatchObject({ phase: "stopped", trouble: expect.stringContaining("cannot be read") });
    renameSync(`${folder.root}-away`, folder.root);
    expect((await folder.settle()).last.state).toMatchObject({ phase: "in_step", ready: 6 });
  });

  test.each(["a running", "a new"])("when a lost mount leaves an empty place, by %s keeper", async (which) => {
    if (which === "a new") folder.restart();
    renameSync(folder.root, `${folder.root}-away`);
    mkdirSync(folder.root);
    for (let looks = 0; looks < 3; looks++) {
      expect((await folder.look()).state).toMatchObject({ phase: "stopped", trouble: expect.any(String) });
      folder.clock.advance(60_000);
    }
    rmSync(folder.root, { recursive: true });
    renameSync(`${folder.root}-away`, folder.root);
  });

  test("when the marker is gone, or is another one", async () => {
    const marker = readFileSync(folder.at(".docent-folder"), "utf8");
    folder.remove(".docent-folder", "n00.md");
    await folder.look();
    folder.clock.advance(60_000);
    expect((await folder.look()).state.trouble).toContain("write fld_00000001 into a new .docent-folder");
    folder.restart();
    expect((await folder.look()).state.trouble).toContain("already has files of the same paths");
    writeFileSync(folder.at(".docent-folder"), marker);
    await folder.look();
    writeFileSync(folder.at(".docent-folder"), "fld_99999999\n");
    folder.clock.advance(60_000);
    expect((await folder.look()).state.trouble).toContain("another folder is here");
  });

  test("when the expert cannot be reached", async () => {
    folder.write("n00.md", "changed");
    folder.expert.fault = new DestinationUnavailable("It does not answer.");
    await folder.look();
    folder.clock.advance(2000);
    expect(await folder.look()).toMatchObject({
      again: 10_000,
      state: { phase: "stopped", trouble: "It does not answer." },
    });
    folder.write("n00.md", "n00.md");
    folder.expert.fault = null;
    expect((await folder.settle()).last.state.phase).toBe("in_step");
  });
});

describe("deletions that are held", () => {
  beforeEach(async () => {
    for (const path of many(40)) folder.write(path, path);
    await folder.settle();
    folder.expert.mostAtOnce = 20;
    folder.remove(...many(21));
  });

  test("wait until they are confirmed, over a restart too", async () => {
    const { last, changes } = await folder.settle();
    expect(changes).toEqual([]);
    expect(last.state).toMatchObject({
      phase: "held",
      held: { deletions: 21 },
      trouble: expect.stringMatching(/^21 documents are gone.*docent keepers EXPERT confirm fld_00000001/),
    });
    folder.restart();
    expect((await folder.settle()).last.state.phase).toBe("held");
    folder.expert.mostAtOnce = 21;
    expect((await folder.settle()).changes).toHaveLength(21);
    expect(folder.expert.paths).toEqual(many(40).slice(21));
  });

  test("are taken back when the files are", async () => {
    await folder.settle();
    for (const path of many(21)) folder.write(path, path);
    const { last, changes } = await folder.settle();
    expect([last.state.phase, last.state.held, changes]).toEqual(["in_step", null, []]);
    expect(folder.expert.paths).toEqual(many(40));
  });
});

describe("files that have all become the same", () => {
  beforeEach(async () => {
    for (const path of many(40)) folder.write(path, path);
    await folder.settle();
    folder.expert.mostAtOnce = 20;
    folder.expert.calls.length = 0;
  });
  const same = "This drive is being repaired.";

  test("wait until it is confirmed, over a restart too; others that changed and are new do not", async () => {
    for (const path of many(30)) folder.write(path, same);
    folder.write("n35.md", "changed");
    folder.write("new.md", "new");
    const { last, changes } = await folder.settle();
    expect(changes.toSorted()).toEqual(["added new.md", "changed n35.md"]);
    expect(last.state).toMatchObject({
      phase: "held",
      held: { changes: 30, deletions: 0 },
      trouble: expect.stringMatching(/^30 documents have become the same.*docent keepers EXPERT confirm fld_00000001/),
    });
    folder.restart();
    expect([(await folder.settle()).last.state.phase, folder.expert.calls.length]).toEqual(["held", 2]);
    folder.expert.mostAtOnce = 30;
    const confirmed = await folder.settle();
    expect([confirmed.changes.length, confirmed.last.state.phase]).toEqual([30, "in_step"]);
  });

  test("are forgotten when the files are as they were", async () => {
    for (const path of many(30)) folder.write(path, same);
    await folder.settle();
    for (const path of many(30)) folder.write(path, path);
    const { last, changes } = await folder.settle();
    expect([last.state.phase, last.state.held, changes, folder.expert.calls]).toEqual(["in_step", null, [], []]);
  });

  test("are deletions if they are empty", async () => {
    for (const path of many(30)) folder.write(path, "");
    expect((await folder.settle()).last.state).toMatchObject({ phase: "held", held: { deletions: 30, changes: 0 } });
  });

  test("a few may be copies of each other", async () => {
    for (const path of many(5)) folder.write(path, same);
    expect((await folder.settle()).changes).toHaveLength(5);
  });
});

test("a folder that cannot be written to is kept in step, but nothing is deleted", async () => {
  folder.write("a.md", "a");
  folder.write("b.md", "b");
  folder.isReadOnly = true;
  const looks = [];
  for (const gone of [[], ["b.md"], [], []]) {
    folder.remove(...gone);
    looks.push(await folder.look());
    folder.clock.advance(60_000);
  }
  expect(looks.map(({ state }) => state.trouble)).toEqual(
    Array(4).fill(expect.stringContaining("cannot be written to")),
  );
  expect(folder.expert.calls.toSorted()).toEqual(["send a.md", "send b.md"]);
  const mark = `fld_${new Bun.CryptoHasher("sha256").update(folder.root).digest("hex").slice(0, 12)}`;
  expect(folder.expert.sources.get("a.md")).toMatchObject({ metadata: { docent_folder: mark }, keepers: [mark] });
  expect(looks[0]?.state.trouble).toEndWith(`with the line ${mark}.`);
});
