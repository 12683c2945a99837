/** Assembles WebAssembly text: `bun .ci/assemble-kernel.ts kernel.wat kernel.wasm`. `make setup` runs it for every kernel. */
import wabt from "wabt";

/** The binary form of a module that may use SIMD. @throws Error with the line, where the text is not valid. */
export async function assemble(path: string): Promise<Uint8Array> {
  const assembler = await wabt();
  const module = assembler.parseWat(path, await Bun.file(path).text(), { simd: true });
  return module.toBinary({}).buffer;
}

const [, , source, target] = process.argv;
if (import.meta.main && source !== undefined && target !== undefined) {
  await Bun.write(target, await assemble(source));
}
