/** The console's page and files: built, packed, and served as they should be. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { buildConsole } from "../../src/console/bundle/build-console.ts";
import { packConsole, unpackConsole } from "../../src/console/bundle/console-pack.ts";
import type { ConsoleFile } from "../../src/http/surfaces/console-routes.ts";
import { startService, type TestService } from "../support/service.ts";

let files: ReadonlyMap<string, ConsoleFile>;
let service: TestService;
beforeAll(async () => {
  files = await buildConsole();
  service = await startService({ ingesting: false });
}, 240_000);
afterAll(() => service.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  service.docent.app.handle(new Request(`http://localhost${path}`, { headers }));

test("compressed, the first page takes at most 89 KB of script, all pages 138 KB, beside what draws PDF pages", () => {
  const isDrawer = (name: string) => name.startsWith("page-drawer-");
  const sum = (ending: string) =>
    [...files]
      .filter(([name]) => name.endsWith(ending) && !isDrawer(name))
      .reduce((bytes, [, { gzip }]) => bytes + gzip.length, 0);
  expect(startingScripts().reduce((bytes, name) => bytes + files.get(name)!.gzip.length, 0)).toBeLessThan(89_000);
  expect(sum(".js")).toBeLessThan(138_000);
  expect(sum(".css")).toBeLessThan(30_000);
  expect([...files.keys()].filter(isDrawer)).toHaveLength(1);
});

/** The scripts that the page names, and those that they import at once. */
function startingScripts(): readonly string[] {
  const textOf = (name: string) => new TextDecoder().decode(files.get(name)!.plain);
  const found = new Set([...textOf("console.html").matchAll(/src="\.\/([^"]+\.js)"/g)].map(([, name = ""]) => name));
  for (const name of found)
    for (const [, other = ""] of textOf(name).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) found.add(other);
  return [...found];
}

test("a pack contains its files unchanged", () => {
  expect(unpackConsole(packConsole(files))).toEqual(new Map(files));
});

test("the page names its files by their hashes, and no path of the machine that built it", () => {
  for (const [name, { plain, isHashed }] of files) {
    expect([name, isHashed]).toEqual([name, name !== "console.html"]);
    expect(new TextDecoder().decode(plain)).not.toContain(process.cwd());
  }
});

describe("served", () => {
  test("the page is the same at each of its addresses, and finds its files below any base path", async () => {
    const pages = ["/", "/experts/a/sources/b?at=1-2", "/c/a/b/1/2-3", "/usage", "/handbook/x"];
    const filesAt = async (path: string, below: string) => {
      const html = await (await get(path)).text();
      const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = ""]) => name);
      const address = new URL(`http://localhost${below}${path}`);
      return named.map((name) => new URL(name, address).pathname);
    };
    const names = [...files.keys()].map((name) => `/assets/${name}`);
    for (const path of pages) {
      const found = await filesAt(path, "");
      expect(found).toHaveLength(3);
      expect(names).toEqual(expect.arrayContaining(found));
      expect(await filesAt(path, "/some/docent")).toEqual(found.map((name) => `/some/docent${name}`));
    }
  });

  test("every address of the page is under the strictest policy", async () => {
    const pages = ["/", "/experts/a/sources/b?at=1-2", "/c/a/b/1/2-3", "/usage", "/keys", "/system", "/handbook/x"];
    const replies = await Promise.all(pages.map((path) => get(path)));
    for (const { headers } of replies) {
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types docent-threads");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("cache-control")).toBe("no-cache");
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
  });

  test("files come in an encoding that the client accepts, and are cached forever", async () => {
    const [name = "", file] = [...files].find(([each]) => each.endsWith(".css")) ?? [];
    const plain = Buffer.from(file?.plain ?? []);
    const path = `/assets/${name}`;
    const body = async (accept: string) => {
      const reply = await get(path, { "accept-encoding": accept });
      return { encoding: reply.headers.get("content-encoding"), bytes: Buffer.from(await reply.arrayBuffer()), reply };
    };
    const [brotli, gzip, none] = [await body("gzip, deflate, br"), await body("gzip"), await body("br;q=0, identity")];
    expect([brotli.encoding, gzip.encoding, none.encoding]).toEqual(["br", "gzip", null]);
    expect(brotliDecompressSync(brotli.bytes).equals(plain)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain)).toBe(true);
    expect(none.bytes.equals(plain)).toBe(true);
    expect(none.reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(none.reply.headers.get("vary")).toBe("accept-encoding");
  });

  test("a file in the browser's cache is not sent again", async () => {
    const etag = (await get("/")).headers.get("etag") ?? "";
    const again = await get("/", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("a missing file is 404 in the envelope", async () => {
    for (const name of ["nothing.js", "..%2F..%2Fpackage.json", "console-pack"]) {
      const reply = await service.request("GET", `/assets/${name}`, { key: null });
      expect([reply.status, reply.error.code]).toEqual([404, "route_not_found"]);
    }
  });
});
