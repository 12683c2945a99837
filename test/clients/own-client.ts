/** The package for TypeScript, as it would be published: installed from its archive, typed, and run under Bun and Node. */
import { beforeAll, expect, test } from "bun:test";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { service } from "./service.ts";

const root = join(import.meta.dir, "../..");
const archive = join(root, "dist/clients/docent-client.tgz");
/** Inside the package, so that git ignores it. */
const folder = join(import.meta.dir, "node_modules/.own-client");
const program = join(folder, "readme.ts");
const readme = await Bun.file(join(root, "clients/typescript/README.md")).text();

function blocksOf(language: string): readonly string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms"))].map(([, block = ""]) => block);
}

async function run(command: readonly string[], cwd = folder) {
  const env = { ...process.env, DOCENT_URL: service.baseURL, DOCENT_API_KEY: service.apiKey };
  const child = Bun.spawn([...command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output, errors };
}

beforeAll(async () => {
  const package_ = join(folder, "node_modules/docent-client");
  await rm(folder, { recursive: true, force: true });
  await mkdir(package_, { recursive: true });
  expect(await run(["tar", "xzf", archive, "--strip-components=1"], package_)).toMatchObject({ code: 0 });
  await Bun.write(program, blocksOf("ts").join("\n"));
});

const expected = { code: 0, output: blocksOf("text").join(""), errors: "" };

test("the examples of its README have types, for a strict project that looks into the package too", async () => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
    typeRoots: [join(root, "node_modules")],
    types: ["bun-types"],
  };
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  await Bun.write(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const tsc = join(root, "node_modules/.bin/tsc");
  expect(await run([process.execPath, tsc, "--project", folder])).toEqual({ code: 0, output: "", errors: "" });
  // A wrong field is an error of the types, so that the check above says something.
  await Bun.write(join(folder, "wrong.ts"), (await Bun.file(program).text()).replace("error.status", "error.state"));
  const { code, output } = await run([process.execPath, tsc, "--project", folder]);
  await rm(join(folder, "wrong.ts"));
  expect([code === 0, output]).toEqual([false, expect.stringContaining("Property 'state' does not exist")]);
}, 120_000);

test("they print what the README says, under Bun", async () => {
  expect(await run([process.execPath, program])).toEqual(expected);
});

const node = Bun.which("node");
if (node === null) process.stdout.write("\nNOT RUN: docent-client under Node, since there is none on the PATH\n");
else
  test("and under Node", async () => {
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const script = join(folder, "readme.mjs");
    await Bun.write(script, transpiler.transformSync(await Bun.file(program).text()));
    expect(await run([node, script])).toEqual(expected);
  });
