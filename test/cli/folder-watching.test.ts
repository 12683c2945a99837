/** `docent ingest --watch` against a whole service, with time and the system's reports in the test's hand. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { keepInStep } from "../../src/cli/ingest/folder-watching.ts";
import { acceptedFiles } from "../../src/cli/ingest/ingest-additions.ts";
import { clientAt } from "../../src/cli/service-access.ts";
import { KeptFolder } from "../folders/kept-folder.ts";
import { type LoopbackService, listenOnLoopback } from "../support/processes/loopback-service.ts";

let service: LoopbackService;
let folder: KeptFolder;
beforeAll(async () => {
  service = await listenOnLoopback();
  folder = new KeptFolder();
});
afterAll(async () => {
  await service.close();
  folder.close();
});

/** The command while it runs. Each line that it prints or renews can be waited for. */
class WatchRun {
  readonly lines: string[] = [];
  readonly done: Promise<void>;
  readonly #stop = Promise.withResolvers<void>();
  #ring: (() => void) | null = null;
  #milliseconds = 0;
  #wake = Promise.withResolvers<void>();

  constructor(isJson = false) {
    const place = { address: service.address, socket: null, trusted: null };
    const client = clientAt({ place, key: service.owner }, () => undefined);
    const hear = (line: string) => {
      this.lines.push(line);
      this.#wake.resolve();
    };
    const console = { print: hear, complain: (line: string) => hear(`! ${line}`) };
    const surroundings = {
      clock: folder.clock,
      reports: () => null,
      startTimer: (milliseconds: number, ring: () => void) => {
        this.#ring = ring;
        this.#milliseconds = milliseconds;
        this.#wake.resolve();
        return () => {
          this.#ring = null;
        };
      },
    };
    const wish = { expert: "notes", root: folder.root, pollEvery: null, isJson };
    this.done = client
      .getCapabilities()
      .then((abilities) =>
        keepInStep(client, acceptedFiles(abilities), wish, console, this.#stop.promise, surroundings),
      );
  }

  /** Advances the clock until the line appears. @returns the lines since the last call */
  async until(line: RegExp): Promise<readonly string[]> {
    for (;;) {
      if (this.lines.some((said) => line.test(said))) return this.lines.splice(0);
      this.#wake = Promise.withResolvers();
      const ring = this.#ring;
      this.#ring = null;
      if (ring !== null) {
        folder.clock.advance(this.#milliseconds);
        ring();
      }
      await this.#wake.promise;
    }
  }

  async stop(): Promise<void> {
    this.#stop.resolve();
    await this.done;
  }
}

test("it tells what it does, what failed, and when it is done", async () => {
  await service.request("POST", "/v1/experts", { body: { name: "notes" } });
  folder.write("a.md", "The pump is green.");
  folder.write("sub/b.md", "The valve is blue.");
  folder.write("broken.pdf", "%PDF-1.4 broken");
  folder.write("picture.png", "not read");
  const run = new WatchRun();
  const first = await run.until(/is in step/);
  expect(first.toSorted()).toEqual([
    expect.stringMatching(/^! failed {4}broken\.pdf: The file is damaged/),
    "added     a.md",
    "added     broken.pdf",
    "added     sub/b.md",
    "notes is in step: 3 documents, 2 ready, 1 failed. Left out: 1 of types that are not read, 1 hidden.",
  ]);
  folder.write("a.md", "The pump is red.");
  folder.rename("sub/b.md", "b.md");
  folder.remove("broken.pdf");
  expect((await run.until(/is in step: 2 documents, 2 ready\./)).toSorted().slice(0, -1)).toEqual([
    ...["changed   a.md", "deleted   broken.pdf", "deleted   sub/b.md", "moved     b.md"],
  ]);
  await run.stop();
  const found = await service.request("POST", "/v1/experts/notes/query", {
    body: { question: "pump", generate: false },
  });
  expect(found.text).toContain("The pump is red");
});

test("it says why it has stopped, once, and goes on by itself", async () => {
  const run = new WatchRun();
  await run.until(/is in step/);
  folder.rename(".docent-folder", ".aside");
  expect(await run.until(/^! /)).toEqual([expect.stringContaining("The file .docent-folder is gone")]);
  folder.rename(".aside", ".docent-folder");
  folder.write("c.md", "The tap is brass.");
  expect(await run.until(/is in step/)).toEqual(["added     c.md", expect.stringContaining("3 documents, 3 ready.")]);
  await run.stop();
});

test("for programs it tells each look that found something", async () => {
  const run = new WatchRun(true);
  folder.write("d.md", "The hose is long.");
  const lines = (await run.until(/"phase":"in_step"/)).map((line) => JSON.parse(line));
  expect(lines.flatMap(({ changes }) => changes)).toEqual([{ kind: "added", path: "d.md" }]);
  expect(lines.at(-1)).toMatchObject({ phase: "in_step", files: 4, ready: 4, failed: [] });
  await run.stop();
});

test.each([
  [["nowhere", "--watch"], "--watch needs exactly one folder."],
  [[".", "src", "--watch"], "--watch needs exactly one folder."],
  [[".", "--watch", "--title", "x"], "--title cannot be used with --watch."],
  [[".", "--poll", "5"], "--poll goes with --watch."],
  [[".", "--watch", "--poll", "0"], "--poll takes a number of seconds from 1."],
])("%p is refused", async (args, message) => {
  const { code, err } = await service.command("ingest", "notes", ...args);
  expect([code, err.join()]).toEqual([2, expect.stringContaining(message)]);
});
