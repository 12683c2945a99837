/** `docent reindex` beside a running service. */
import { describe, expect, test } from "bun:test";
import type { TestService } from "../support/service.ts";
import {
  addNote,
  createGarage,
  embeddingOf,
  find,
  settingsFor,
  texts,
  useEmbeddingServices,
  vectorCount,
} from "../support/worlds/embedding-services.ts";

const { embedder, service, restarted } = useEmbeddingServices();

describe("docent reindex", () => {
  interface Run {
    readonly code: number;
    readonly out: string;
    readonly err: string;
  }

  function start(docent: TestService, settings: Record<string, string>) {
    const command = [process.execPath, "src/main.ts", "reindex", "garage", "--data-dir", docent.dataDir];
    const env = { PATH: process.env.PATH ?? "", DOCENT_SENSE: "off", ...settings };
    return Bun.spawn(command, { cwd: new URL("../..", import.meta.url).pathname, env, stdout: "pipe", stderr: "pipe" });
  }

  async function reindex(docent: TestService, settings: Record<string, string>): Promise<Run> {
    const child = start(docent, settings);
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out, err };
  }

  const many = Array.from({ length: 6 }, (_, i) => `Note ${i} about a feline.`);

  test("gives vectors to a memory without any, beside the running service", async () => {
    const before = await service({});
    await createGarage(before);
    for (const note of many) await addNote(before, note);
    const settings = settingsFor(embedder());
    const docent = await restarted(before, settings);
    expect(texts(await find(docent, "cat"))).toEqual([]);
    const run = await reindex(docent, settings);
    expect(run).toEqual({
      code: 0,
      out: "garage: 6 passages, 60 tokens. They were searched by words alone, and are now searched by synonyms (64 dimensions).\n",
      err: "0 of 6 passages\n2 of 6 passages\n4 of 6 passages\n",
    });
    expect((await find(docent, "cat")).retrieved.length).toBe(6);
    expect((await addNote(docent, "A kitten came.")).status).toBe("ready");
    expect(vectorCount(docent)).toBe(7);
  });

  test("killed in the middle, it leaves the old index answering and continues where it stopped", async () => {
    const docent = await service(settingsFor(embedder()));
    await createGarage(docent);
    for (const note of many) await addNote(docent, note);
    const server = embedder(32);
    const settings = settingsFor(server, "other");
    const stuck = server.silentAt(4); // dimensions, two batches of two, and then the unanswered one
    const child = start(docent, settings);
    await stuck;
    child.kill("SIGKILL");
    await child.exited;
    expect([(await embeddingOf(docent))?.model, vectorCount(docent)]).toEqual(["synonyms", 6 + 4]);
    expect((await find(docent, "cat", "vector")).retrieved.length).toBe(6);
    const run = await reindex(docent, settings);
    expect([run.code, run.err]).toEqual([0, "4 of 6 passages\n"]);
    expect([await embeddingOf(docent), vectorCount(docent)]).toEqual([{ model: "other", dimensions: 32 }, 6]);
    expect((await find(docent, "feline")).retrieval.mode).toBe("keyword");
    const after = await restarted(docent, settings);
    expect((await find(after, "cat", "vector")).retrieved.length).toBe(6);
  });

  test("without a configured model it returns to words", async () => {
    const docent = await service(settingsFor(embedder()));
    await createGarage(docent);
    for (const note of many) await addNote(docent, note);
    const run = await reindex(docent, {});
    expect(run.out).toBe(
      "garage: 6 passages. They were searched by synonyms (64 dimensions), and are now searched by words alone.\n",
    );
    expect([await embeddingOf(docent), vectorCount(docent), docent.contents().embeddings]).toEqual([null, 0, []]);
    expect((await find(docent, "feline")).retrieved.length).toBe(6);
  });

  test("with the same model it embeds everything again", async () => {
    const server = embedder();
    const docent = await service(settingsFor(server));
    await createGarage(docent);
    for (const note of many) await addNote(docent, note);
    const calls = server.calls.length;
    expect((await reindex(docent, settingsFor(server))).code).toBe(0);
    expect([server.calls.length - calls, vectorCount(docent)]).toEqual([4, 6]);
    expect((await find(docent, "cat", "vector")).retrieved.length).toBe(6);
  });

  test("an unknown expert", async () => {
    const docent = await service({});
    const run = await reindex(docent, {});
    expect([run.code, run.err]).toEqual([
      2,
      'There is no expert "garage" in the workspace default. `docent help` lists the commands.\n',
    ]);
  });
});
