/** A folder of 300 files of many formats and an expert of a whole service, through a day of changes and two kills. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expertDestination } from "../../src/compose/expert-destination.ts";
import { supportedFormats } from "../../src/extraction/supported-formats.ts";
import type { FolderDestination } from "../../src/folders/folder-destination.ts";
import { FolderKeeper } from "../../src/folders/folder-keeper.ts";
import { startService, type TestService } from "../support/service.ts";
import { KeptFolder } from "./kept-folder.ts";

const extensions = new Set(Object.values(supportedFormats).flatMap((format) => format.extensions));
let service: TestService;
let folder: KeptFolder;
beforeAll(async () => {
  service = await startService();
  folder = new KeptFolder();
  await service.docent.experts.create(owner(), { name: "notes", slug: "notes" });
});
afterAll(async () => {
  await service.close();
  folder.close();
});

/** The n-th file: its path and its text, in one of eight formats. */
const kinds: readonly ((n: number, words: string) => readonly [path: string, text: string])[] = [
  (n, words) => [`notes/${n}.md`, `---\ntags: [t${n}]\n---\n# Note ${n}\n\nSee [[Pump ${n}]]. ${words}\n`],
  (n, words) => [`notes/deep/er/${n}.txt`, `Plain ${n}. ${words}\n`],
  (n, words) => [`web/${n}.html`, `<h1>Page ${n}</h1><p>${words}</p>`],
  (n, words) => [`data/${n}.csv`, `part,words\n${n},${words}\n`],
  (n, words) => [`data/${n}.json`, JSON.stringify({ part: n, words })],
  (n, words) => [`src/part${n}.py`, `def part_${n}():\n    """${words}"""\n    return ${n}\n`],
  (n, words) => [`mail/${n}.eml`, `From: a@example.org\nSubject: Part ${n}\n\n${words}\n`],
  (n, words) => [`Ünï ${n}/räum.rst`, `Part ${n}\n=======\n\n${words}\n`],
];

function write(n: number, words: string): string {
  const [path, text] = kinds[n % kinds.length]!(n, words);
  folder.write(path, text);
  return path;
}

const pathOf = (n: number) => kinds[n % kinds.length]!(n, "")[0];
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

const owner = () => ({ workspaceId: service.workspace, expertIds: null });

function destination(): FolderDestination {
  return expertDestination(service.docent, async () => owner(), "notes");
}

function keeperFor(to: FolderDestination): FolderKeeper {
  const limits = { files: folder.files(extensions), mostBytes: 1_000_000 };
  return new FolderKeeper({
    root: folder.root,
    destination: to,
    ...limits,
    clock: folder.clock,
    newMark: folder.newMark,
  });
}

/** Ends in the middle of the work, as a kill would: after so many documents nothing more is written. */
function endsAfter(sends: number): FolderDestination {
  const real = destination();
  let left = sends;
  const dying = () => {
    if (left-- <= 0) throw new Error("killed");
  };
  return {
    ...real,
    send: async (document) => {
      dying();
      return real.send(document);
    },
    release: async (mark, ids) => {
      for (const id of ids) {
        dying();
        await real.release(mark, [id]);
      }
      return null;
    },
  };
}

async function settle(keeper: FolderKeeper): Promise<void> {
  for (;;) {
    const { again, state } = await keeper.look();
    if (again === null) {
      expect(state).toMatchObject({ phase: "in_step", trouble: null, failed: [] });
      return;
    }
    folder.clock.advance(again);
    await allRead();
  }
}

async function allRead(): Promise<void> {
  const { experts, sources } = service.docent;
  const expert = await experts.find(owner(), "notes");
  const wait = { milliseconds: 60_000, signal: new AbortController().signal };
  for (const { id, status } of await destination().list())
    if (status !== "ready") await sources.waitFor(expert, await sources.find(expert, id), wait);
}

/** Every document of the folder is ready in the expert with exactly its bytes, and nothing else is. */
async function expectInStep(): Promise<void> {
  const files = readdirSync(folder.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = (path: string) => new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex");
  const wanted = files.map((path) => `${path.slice(folder.root.length + 1)} ${hash(path)} ready`);
  const kept = (await destination().list()).map(({ path, sha256, status }) => `${path} ${sha256} ${status}`);
  expect(kept.toSorted()).toEqual(wanted.toSorted());
}

test("300 mixed files stay in step through adds, edits, renames, deletes and kills", async () => {
  for (const n of numbers(0, 300)) write(n, `Part ${n} weighs ${n} grams.`);
  // Killed after 120 documents; the next process sends the other 180.
  await expect(keeperFor(endsAfter(120)).look()).rejects.toThrow("killed");
  expect((await destination().list()).length).toBe(120);
  await settle(keeperFor(destination()));
  await expectInStep();
  expect((await destination().list()).length).toBe(300);

  const keeper = keeperFor(destination());
  await settle(keeper);
  for (const n of numbers(300, 340)) write(n, `Part ${n} is new.`);
  for (const n of numbers(0, 60)) write(n, `Part ${n} weighs ${n + 1000} grams now.`);
  for (const n of numbers(60, 100)) folder.rename(pathOf(n), `moved/${pathOf(n)}`);
  folder.remove(...numbers(100, 160).map(pathOf));
  await settle(keeper);
  await expectInStep();
  expect((await destination().list()).length).toBe(280);

  // The next day: what may be deleted without a person's word is counted over a day.
  service.clock.advance(86_400_000);
  // The service ends while documents wait, and the keeper in the middle of its deletions.
  for (const n of numbers(160, 200)) write(n, `Part ${n} was edited before the end.`);
  folder.remove(...numbers(200, 240).map(pathOf));
  const last = keeperFor(endsAfter(60));
  await last.look();
  folder.clock.advance(6000);
  await expect(last.look()).rejects.toThrow("killed");
  expect((await destination().list()).length).toBe(260);
  await service.stop();
  service = await startService({ resume: service, clock: service.clock });
  await settle(keeperFor(destination()));
  await expectInStep();
  expect((await destination().list()).length).toBe(240);
});

test("the words of wiki links and the fields of front matter are found", async () => {
  const query = { question: "Which pump?", generate: false, filter: { tags: { $in: ["t8"] } } };
  const found = await service.request("POST", "/v1/experts/notes/query", { body: query });
  expect(found.text).toContain("See Pump 8.");
});
