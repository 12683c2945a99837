/** Makes the package in dist/clients: one file of JavaScript, and the types. `make client-packages` runs it. */
import { cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const target = join(root, "dist/clients/typescript");

/** @throws Error if the command fails */
async function succeed(command: readonly string[], cwd: string): Promise<void> {
  const child = Bun.spawn([...command], { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
}

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const built = await Bun.build({
  entrypoints: [join(import.meta.dir, "docent.ts")],
  outdir: target,
  target: "browser",
  format: "esm",
});
if (!built.success) throw new AggregateError(built.logs);
await succeed([process.execPath, join(root, "node_modules/.bin/tsc"), "--project", import.meta.dir], root);
await cp(join(root, "src/api/openapi.d.ts"), join(target, "types/src/api/openapi.d.ts"));
const { version } = await Bun.file(join(root, "package.json")).json();
const manifest = await Bun.file(join(import.meta.dir, "package.json")).json();
await Bun.write(join(target, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
for (const [name, from] of [
  ["README.md", import.meta.dir],
  ["LICENSE", root],
] as const)
  await cp(join(from, name), join(target, name));
await succeed([process.execPath, "pm", "pack", "--quiet", "--filename=../docent-client.tgz"], target);
