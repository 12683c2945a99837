import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onePiece } from "../../../src/kernel/awaitable.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { countedFiles } from "../../../src/store/shared-files/counted-files.ts";
import { filesInFolder } from "../../../src/store/shared-files/shared-folder.ts";
import { workHere } from "../../support/worlds/work-here.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docent-counted-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const content = (text: string) => onePiece(new TextEncoder().encode(text));

test("requests, bytes and failures are counted, and a missing file is no failure", async () => {
  const { files, counts } = countedFiles(filesInFolder(workHere(folder)));
  await files.put("originals/a", content("twelve bytes"));
  expect(new TextDecoder().decode(await files.read("originals/a"))).toBe("twelve bytes");
  expect(await new Response(await files.stream("originals/a")).text()).toBe("twelve bytes");
  expect(await files.list("originals/", "")).toEqual(["originals/a"]);
  await files.remove(["originals/a"]);
  expect(files.read("originals/a")).rejects.toMatchObject({ code: "ENOENT" });
  expect(counts()).toEqual({ requests: 6, failures: 0, bytesWritten: 12, bytesRead: 24 });
});

test("a file that could not be written counts as a failure, and not its bytes", async () => {
  const away = new Fault("not_ready", "away");
  const broken = {
    ...filesInFolder(workHere(folder)),
    put: async (_: string, given: AsyncIterable<Uint8Array>) => {
      for await (const _piece of given);
      throw away;
    },
  };
  const { files, counts } = countedFiles(broken);
  expect(await files.put("a", content("lost")).catch((error: unknown) => error)).toBe(away);
  expect(counts()).toEqual({ requests: 1, failures: 1, bytesWritten: 0, bytesRead: 0 });
});
