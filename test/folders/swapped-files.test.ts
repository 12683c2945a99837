/** What lies in a folder is replaced between the look and the use. Nothing outside of the folder is read, and nothing hangs. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { perform } from "../../src/folders/file-work.ts";
import { insideFolder, SwappedFile, withFile } from "../../src/folders/open-inside.ts";
import { KeptFolder } from "./kept-folder.ts";

let folder: KeptFolder;
let outside: string;
beforeEach(() => {
  folder = new KeptFolder();
  outside = mkdtempSync(join(tmpdir(), "docent-outside-"));
  writeFileSync(join(outside, "a.md"), "secret");
});
afterEach(() => {
  folder.close();
  rmSync(outside, { recursive: true });
});

const pipe = (path: string) => {
  rmSync(folder.at(path), { force: true });
  expect(Bun.spawnSync(["mkfifo", folder.at(path)]).exitCode).toBe(0);
};
const linkTo = (path: string, target: string) => {
  rmSync(folder.at(path), { force: true, recursive: true });
  symlinkSync(target, folder.at(path));
};
const textOf = (path: string, byDescriptor?: boolean) =>
  withFile(folder.root, path, (file) => new TextDecoder().decode(file.read()), byDescriptor);

describe("between the look and the use", () => {
  /** Swaps once, after the folder was listed. */
  const swapping = (swap: () => void) => {
    folder.afterTask = ({ kind }) => {
      if (kind !== "walk") return;
      folder.afterTask = () => undefined;
      swap();
    };
  };
  const swaps: readonly (readonly [what: string, swap: () => void])[] = [
    ["a file by a link", () => linkTo("sub/a.md", join(outside, "a.md"))],
    ["a file by a link to a file of the folder", () => linkTo("sub/a.md", folder.at("b.md"))],
    ["its folder by a link", () => linkTo("sub", outside)],
    ["a file by a pipe", () => pipe("sub/a.md")],
    [
      "a file by a folder",
      () => {
        rmSync(folder.at("sub/a.md"));
        mkdirSync(folder.at("sub/a.md"));
      },
    ],
    [
      "a file by another file",
      () => {
        writeFileSync(folder.at("sub/new"), "other!");
        renameSync(folder.at("sub/new"), folder.at("sub/a.md"));
      },
    ],
  ];

  test.each(swaps)("%s", async (_what, swap) => {
    folder.write("sub/a.md", "alpha!");
    folder.write("b.md", "beta");
    swapping(swap);
    const first = await folder.look();
    expect(first.changes).toEqual([{ kind: "added", path: "b.md" }]);
    expect(folder.expert.calls).toEqual(["send b.md"]);
    await folder.settle();
    const texts = [...folder.expert.sources.values()].map(({ sha256 }) => sha256);
    expect(texts).not.toContain(new Bun.CryptoHasher("sha256").update("secret").digest("hex"));
    expect(texts).not.toContain(null);
  });

  test("an ignore file that is a link or a pipe", async () => {
    folder.write("a.md", "alpha");
    pipe(".gitignore");
    symlinkSync(join(outside, "a.md"), folder.at(".docentignore"));
    expect((await folder.settle()).changes).toEqual(["added a.md"]);
  });
});

describe("a marker", () => {
  test.each(["a pipe", "a link", "a folder"])("that is %s changes nothing and holds nothing up", async (what) => {
    folder.write("a.md", "alpha");
    if (what === "a pipe") pipe(".docent-folder");
    else if (what === "a folder") mkdirSync(folder.at(".docent-folder"));
    else {
      writeFileSync(join(outside, "marker"), "fld_00000001\n");
      symlinkSync(join(outside, "marker"), folder.at(".docent-folder"));
    }
    const { state } = await folder.look();
    expect(state).toMatchObject({ phase: "stopped", trouble: expect.stringContaining("marker cannot be read") });
    expect(folder.expert.calls).toEqual([]);
  });
});

describe("opening", () => {
  test("reads regular files below the root, which may be a link itself", () => {
    folder.write("sub/deep/a.md", "alpha");
    expect(textOf("sub/deep/a.md")).toBe("alpha");
    symlinkSync(folder.root, join(outside, "root"));
    expect(withFile(join(outside, "root"), "sub/deep/a.md", ({ stats }) => stats.size)).toBe(5);
  });

  test.each([true, false])("refuses links, pipes, sockets, devices and folders, by descriptor: %p", async (by) => {
    linkTo("link.md", join(outside, "a.md"));
    linkTo("linked", outside);
    linkTo("null.md", "/dev/zero");
    pipe("pipe.md");
    mkdirSync(folder.at("folder.md"));
    folder.write("sub/a.md", "alpha");
    const server = createServer().listen(folder.at("socket.md"));
    await new Promise((resolve) => server.once("listening", resolve));
    expect(textOf("sub/a.md", by)).toBe("alpha");
    for (const path of ["link.md", "null.md", "pipe.md", "folder.md", "socket.md"])
      expect(() => textOf(path, by)).toThrow(SwappedFile);
    for (const path of ["linked/a.md", "none/a.md"]) expect(() => textOf(path, by)).toThrow();
    server.close();
  });

  test("stays in the folder that was opened, whatever becomes of its name", () => {
    folder.write("sub/a.md", "alpha");
    insideFolder(folder.root, "sub", (place) => {
      renameSync(folder.at("sub"), folder.at("moved"));
      linkTo("sub", outside);
      expect(withFile(place, "a.md", (file) => new TextDecoder().decode(file.read()))).toBe("alpha");
    });
  });

  test("gives no bytes of a file that is not the one that was seen", () => {
    folder.write("a.md", "alpha");
    const world = { root: folder.root, extensions: new Set(["md"]) };
    const seen = { bytes: 5, modifiedAt: 0, signature: "5:0:0:0" };
    expect(perform(world, { kind: "read", path: "a.md", seen })).toBeNull();
  });
});
