/**
 * Checks the executables of a release and writes what goes with them: `bun write-papers.ts FOLDER VERSION ENTRY…`. That is
 * `SHA256SUMS`, the list of parts (CycloneDX) and a table of sizes. Nothing in it depends on the time or the place.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Part, packagesInside, partsInside } from "./parts.ts";

const [folder, version, ...entries] = process.argv.slice(2);
if (folder === undefined || version === undefined || entries.length === 0) {
  throw new Error("Name the folder of the release, its version and the entries of the bundle.");
}
const executables = readdirSync(folder)
  .filter((name) => name.startsWith("docent-") && !/\.(?:json|map)$/.test(name))
  .sort();
const files = { ...Object.fromEntries(filesInside().map((path) => [path, readFileSync(path)])) };
refuseUnnamedPackages();
for (const name of executables) refuseIncomplete(name);
write(`docent-${version}.cdx.json`, `${JSON.stringify(billOfMaterials(partsInside()), null, 2)}\n`);
const sums = [...executables, `docent-${version}.cdx.json`].map(
  (name) => `${sha256(readFileSync(join(folder, name)))}  ${name}`,
);
write("SHA256SUMS", `${sums.join("\n")}\n`);
console.log(sizes().join("\n"));

function write(name: string, text: string): void {
  writeFileSync(join(folder!, name), text);
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Kernels, packs and other files that the program opens by name. */
function filesInside(): readonly string[] {
  return [...new Bun.Glob("src/**/*.{wasm,pack,gz}").scanSync()].sort();
}

function refuseIncomplete(name: string): void {
  const executable = readFileSync(join(folder!, name));
  const threads = entries
    .filter((entry) => entry.endsWith("-worker.ts"))
    .map((entry) => `worker/${basename(entry, ".ts")}.js`);
  const missing = [
    ...Object.entries(files).flatMap(([path, bytes]) => (executable.includes(bytes) ? [] : [path])),
    ...threads.filter((thread) => !executable.includes(thread)),
  ];
  if (missing.length > 0) throw new Error(`${name} lacks ${missing.join(", ")}.`);
}

/** What the bundler says it put in, against the list of parts. */
function refuseUnnamedPackages(): void {
  const scratch = mkdtempSync(join(tmpdir(), "docent-bundle-"));
  const meta = join(scratch, "meta.json");
  const options = [
    "--splitting",
    "--target=bun",
    "--format=esm",
    "--root=src",
    `--outdir=${scratch}/out`,
    `--metafile=${meta}`,
  ];
  const { success, stderr } = Bun.spawnSync([process.execPath, "build", ...options, ...entries]);
  if (!success) throw new Error(`The bundle cannot be made: ${stderr}`);
  const { inputs } = JSON.parse(readFileSync(meta, "utf8")) as { readonly inputs: Readonly<Record<string, unknown>> };
  rmSync(scratch, { recursive: true });
  const found = Object.keys(inputs).flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1] ?? [],
  );
  const unnamed = new Set(found).difference(new Set(packagesInside()));
  if (unnamed.size > 0)
    throw new Error(
      `These packages are in the executable and not in .ci/release/parts.ts: ${[...unnamed].join(", ")}.`,
    );
}

/** https://cyclonedx.org/docs/1.6/json/ */
function billOfMaterials(parts: readonly Part[]) {
  const types = {
    package: "library",
    runtime: "platform",
    library: "library",
    model: "machine-learning-model",
    data: "data",
  };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": "docent",
        name: "docent",
        version,
        licenses: [{ expression: "Apache-2.0" }],
      },
    },
    components: parts.map(({ kind, name, version: its, licence, source }) => ({
      type: types[kind],
      "bom-ref": `${kind}:${name}`,
      name,
      version: its,
      licenses: [{ expression: licence }],
      ...(source.startsWith("pkg:") ? { purl: source } : {}),
      ...(source.startsWith("https:") ? { externalReferences: [{ type: "website", url: source }] } : {}),
    })),
    dependencies: [{ ref: "docent", dependsOn: parts.map(({ kind, name }) => `${kind}:${name}`) }],
  };
}

function sizes(): readonly string[] {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(7);
  const size = (path: string) => Bun.file(path).size;
  return [
    "MB",
    ...executables.map((name) => `${megabytes(size(join(folder!, name)))}  ${name}`),
    ...Object.entries(files).map(([path, { byteLength }]) => `${megabytes(byteLength)}  ${path}`),
  ];
}
