/** `make setup` compiles the WebAssembly kernels; this test finds one that is older than its source. */
import { expect, test } from "bun:test";
import { assemble } from "../../.ci/assemble-kernel.ts";
import { readTree, repository } from "../support/source-tree.ts";

const suffix = /(?:\.wat|(?<=-kernel)\.assembly\.ts)$/;
const sources = (await readTree("src")).map(({ path }) => path).filter((path) => suffix.test(path));

test("there are kernels", () => {
  expect(sources.length).toBeGreaterThan(0);
});

test.each(sources)("%s is assembled from its source", async (path) => {
  const source = `${repository}src/${path}`;
  const assembled = await Bun.file(source.replace(suffix, ".wasm")).bytes();
  expect(Buffer.from(assembled).equals(await assemble(source))).toBe(true);
});
