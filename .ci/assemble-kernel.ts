/**
 * Makes a WebAssembly kernel: `bun .ci/assemble-kernel.ts kernel.wat kernel.wasm`. Sources are WebAssembly's own text (`.wat`) or
 * AssemblyScript (`-kernel.assembly.ts`, and what it imports). `make setup` runs it for every kernel.
 */
import { basename, dirname, join } from "node:path";
import asc from "assemblyscript/asc";
import wabt from "wabt";

/** The binary form of a kernel, which may use SIMD, relaxed products included. @throws Error with the line, where the source is not valid. */
export function assemble(path: string): Promise<Uint8Array> {
  return path.endsWith(".wat") ? assembleText(path) : compileAssemblyScript(path);
}

async function assembleText(path: string): Promise<Uint8Array> {
  const assembler = await wabt();
  const module = assembler.parseWat(path, await Bun.file(path).text(), { simd: true, relaxed_simd: true });
  return module.toBinary({}).buffer;
}

/** Without a runtime: a kernel manages its memory itself. */
async function compileAssemblyScript(path: string): Promise<Uint8Array> {
  const target = "kernel.wasm";
  const options = [
    "--runtime",
    "stub",
    "--enable",
    "simd",
    "--enable",
    "relaxed-simd",
    "--noAssert",
    "--optimizeLevel",
    "3",
    "--initialMemory",
    "4",
  ];
  let binary: Uint8Array | null = null;
  const { error, stderr } = await asc.main([basename(path), ...options, "--outFile", target], {
    readFile: async (name: string) => {
      const file = Bun.file(join(dirname(path), name));
      return (await file.exists()) ? file.text() : null;
    },
    writeFile: (name: string, contents: string | Uint8Array) => {
      if (name === target && typeof contents !== "string") binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === null)
    throw new Error(`${path}: ${error?.message ?? "no output"}\n${stderr.toString()}`);
  return binary;
}

const [, , source, target] = process.argv;
if (import.meta.main && source !== undefined && target !== undefined) {
  await Bun.write(target, await assemble(source));
}
