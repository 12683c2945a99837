import type { ConsoleFile } from "../../http/surfaces/console-routes.ts";

const page = new URL("../console.html", import.meta.url).pathname;
/** Runs in a thread of its own, so it is a file of its own. */
const drawer = new URL("../reading/page-drawer.ts", import.meta.url).pathname;

/** By name. @param effort of brotli, 0 to 11. @throws the bundler's errors */
export async function buildConsole(effort = 11): Promise<ReadonlyMap<string, ConsoleFile>> {
  const hashed = "[name]-[hash].[ext]";
  const common = { target: "browser", minify: true, publicPath: "./" } as const;
  const define = { "process.env.NODE_ENV": '"production"' };
  const thread = await Bun.build({ ...common, entrypoints: [drawer], naming: hashed, define });
  const { outputs: own } = await Bun.build({
    ...common,
    entrypoints: [page],
    splitting: true,
    naming: { entry: "[name].[ext]", chunk: hashed, asset: hashed },
    define: { ...define, PAGE_DRAWER: JSON.stringify(`./${nameOf(thread.outputs[0]!)}`) },
  });
  const outputs = [...own, ...thread.outputs];
  const files = await Promise.all(
    outputs.map(async (output) => {
      const name = nameOf(output);
      return [name, fileOf(name, new Uint8Array(await output.arrayBuffer()), effort)] as const;
    }),
  );
  return new Map(files);
}

const nameOf = ({ path }: { readonly path: string }) => path.split("/").at(-1)!;

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

function fileOf(name: string, plain: Uint8Array<ArrayBuffer>, effort: number): ConsoleFile {
  // Loaded here: an executable, whose console is built already, would load it with every start.
  const { brotliCompressSync, constants, gzipSync } = process.getBuiltinModule("node:zlib");
  const brotli = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } });
  return {
    type: types[name.split(".").at(-1)!] ?? "application/octet-stream",
    isHashed: /-[0-9a-z]{8}\.\w+$/.test(name),
    etag: `"${Bun.hash(plain).toString(36)}"`,
    plain,
    gzip: new Uint8Array(gzipSync(plain, { level: 9 })),
    brotli: new Uint8Array(brotli),
  };
}
