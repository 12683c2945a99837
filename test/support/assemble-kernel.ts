/** Assembles src/orama/dot-kernel.wat; run as a program, prints what belongs into dot-kernel.ts. */
import { readFileSync } from "node:fs";
import wabt from "wabt";

const source = new URL("../../src/orama/dot-kernel.wat", import.meta.url).pathname;

export async function assembleDotKernel(): Promise<string> {
  const assembler = await wabt();
  const module = assembler.parseWat("dot-kernel.wat", readFileSync(source, "utf8"), { simd: true });
  const { buffer } = module.toBinary({});
  return Buffer.from(buffer).toString("base64");
}

if (import.meta.main) process.stdout.write(`${await assembleDotKernel()}\n`);
