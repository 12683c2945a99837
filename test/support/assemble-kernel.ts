/** Assembles a kernel; run as a program with `orama/dot-kernel` or the like, prints what belongs into its module. */
import { readFileSync } from "node:fs";
import wabt from "wabt";

/** The kernel whose source is `src/<name>.wat`, in base64. */
export async function assembleKernel(name: string): Promise<string> {
  const assembler = await wabt();
  const source = new URL(`../../src/${name}.wat`, import.meta.url).pathname;
  const module = assembler.parseWat(`${name}.wat`, readFileSync(source, "utf8"), { simd: true });
  const { buffer } = module.toBinary({});
  return Buffer.from(buffer).toString("base64");
}

const [, , name] = process.argv;
if (import.meta.main && name !== undefined) process.stdout.write(`${await assembleKernel(name)}\n`);
