/**
 * Which room of the program may import which. An arrow is added by a reviewed change to this table: imports point down,
 * adapters do not know each other, and the domain knows no framework. docs/architecture.md describes the rooms.
 */

export interface Layer {
  /** Layers of this project that it may import, besides itself and the foundation. */
  readonly uses: readonly string[];
  /** Prefixes of packages and built-in modules that it may import. */
  readonly packages: readonly string[];
}

export const domain = [
  "runner",
  "keys",
  "accounting",
  "experts",
  "memory",
  "sources",
  "sites",
  "tables",
  "answering",
  "quality",
  "webhooks",
  "upkeep",
];
export const adapters = [
  "api",
  "http",
  "store",
  "store/sqlite",
  "store/shared-files",
  "store/postgres",
  "engine",
  "models",
  "providers",
  "extraction",
  "worker",
  "console",
  "mcp",
  "folders",
];

/** Below the domain: text, its words, and facts about languages. Everything may import these. */
export const foundation = ["kernel", "language"];

export const layers: Readonly<Record<string, Layer>> = {
  kernel: { uses: [], packages: ["node:fs", "node:path"] },
  language: { uses: [], packages: ["node:fs", "@orama/stemmers", "@orama/stopwords"] },
  config: { uses: [], packages: ["node:path"] },

  runner: { uses: [], packages: [] },
  keys: { uses: [], packages: [] },
  experts: { uses: ["runner"], packages: [] },
  accounting: { uses: [], packages: [] },
  memory: { uses: ["runner", "experts"], packages: [] },
  sources: { uses: ["runner", "memory", "experts", "accounting"], packages: [] },
  sites: { uses: ["runner", "sources", "experts"], packages: [] },
  // Typed tables over the blocks of a document, questions over them, and computation with their cells.
  tables: { uses: [], packages: [] },
  answering: { uses: ["tables", "memory", "experts", "accounting"], packages: [] },
  quality: { uses: ["answering", "experts", "runner"], packages: [] },
  webhooks: { uses: ["runner", "keys"], packages: [] },
  upkeep: { uses: ["sources"], packages: [] },

  extraction: {
    uses: ["sources", "sites"],
    packages: ["htmlparser2", "entities", "unpdf", "@cantoo/pdf-lib", "tesseract.js-core", "node:zlib"],
  },
  engine: { uses: ["memory", "upkeep"], packages: ["node:fs", "@orama/orama", "node:path"] },
  // Runs the models of sense and of dense packs.
  models: { uses: ["memory", "answering"], packages: ["node:fs", "node:zlib"] },
  providers: {
    uses: ["memory", "sources", "sites", "answering", "webhooks"],
    packages: ["node:dns", "node:net"],
  },
  // The tables, and the stores that are the same over both databases.
  store: {
    uses: ["answering", "experts", "keys", "accounting", "memory", "quality", "sites", "sources", "webhooks"],
    packages: ["drizzle-orm", "node:zlib"],
  },
  // One database with its folder of files.
  "store/sqlite": {
    uses: ["store", "runner", "keys", "experts", "accounting", "memory", "sources", "answering", "upkeep"],
    packages: ["bun:ffi", "bun:sqlite", "drizzle-orm", "node:fs", "node:path"],
  },
  // Files that several nodes share: in a folder or in S3.
  "store/shared-files": { uses: ["store/sqlite", "runner", "sources"], packages: ["node:fs", "node:path"] },
  // The same ports as store/sqlite, over PostgreSQL.
  "store/postgres": {
    uses: ["store", "answering", "upkeep", "experts", "accounting", "keys", "memory", "sources"],
    packages: ["bun", "drizzle-orm"],
  },
  // Schemas and views of the native API, and the operations that agents have: what http, mcp and the clients share.
  api: {
    uses: ["answering", "tables", "experts", "keys", "runner", "sources", "sites", "webhooks"],
    packages: ["elysia", "@sinclair/typebox"],
  },
  http: {
    uses: [
      "api",
      "runner",
      "tables",
      "answering",
      "quality",
      "upkeep",
      "experts",
      "accounting",
      "keys",
      "memory",
      "sources",
      "sites",
      "webhooks",
    ],
    packages: [
      "elysia",
      "@cfworker/json-schema",
      "@elysiajs/",
      "@sinclair/typebox",
      "marked",
      "openapi-types",
      "swagger-ui-dist",
      "node:fs",
    ],
  },
  // Tools for agents: operations of the API in another protocol.
  mcp: { uses: ["api", "client"], packages: ["@modelcontextprotocol/server", "@sinclair/typebox"] },
  // The page, which uses only the HTTP API, and `bundle`, which builds its files.
  console: {
    uses: ["api", "client", "http", "mcp", "build-info"],
    packages: ["preact", "@preact/signals", "lucide-preact", "marked", "unpdf/pdfjs", "uplot", "node:zlib"],
  },
  folders: { uses: ["runner"], packages: ["node:fs", "node:path"] },
  worker: {
    uses: [
      "answering",
      "extraction",
      "models",
      "memory",
      "engine",
      "sources",
      "store/sqlite",
      "store/shared-files",
      "store",
      "upkeep",
      "folders",
    ],
    packages: ["bun:jsc", "node:fs", "node:os", "node:path"],
  },

  // Clients of the service over HTTP. torture shares nothing with it, and compares it with an independent model.
  client: { uses: ["api"], packages: [] },
  torture: { uses: [], packages: ["bun", "bun:sqlite", "node:fs", "node:path"] },

  "build-info": { uses: [], packages: [] },
  "worker-entries": { uses: ["worker"], packages: [] },
  compose: {
    uses: [
      "runner",
      "config",
      "console",
      "http",
      "build-info",
      "worker-entries",
      "answering",
      "upkeep",
      "quality",
      "experts",
      "accounting",
      "keys",
      "memory",
      "sources",
      "sites",
      "webhooks",
      "api",
      "extraction",
      "folders",
      "mcp",
      "engine",
      "store/postgres",
      "providers",
      "models",
      "store",
      "store/sqlite",
      "store/shared-files",
      "worker",
    ],
    packages: ["node:"],
  },
  cli: {
    uses: [
      "runner",
      "config",
      "compose",
      "api",
      "client",
      "torture",
      "http",
      "build-info",
      "answering",
      "upkeep",
      "experts",
      "folders",
      "keys",
      "accounting",
      "memory",
      "mcp",
      "engine",
      "models",
      "store/sqlite",
      "tables",
    ],
    // `docent version` lists the versions of the database and the engine.
    packages: ["node:", "bun:sqlite", "@orama/orama/package.json", "jsonc-parser"],
  },
  production: { uses: [], packages: [] },
  main: { uses: ["cli", "production"], packages: [] },
};

/** The layer of a file: its room, or a folder in it that is a layer of its own; for a file at the top its name without ending. */
export function layerOf(path: string): string {
  const [room = "", part] = path.replace(/\.tsx?$/, "").split("/");
  return `${room}/${part}` in layers ? `${room}/${part}` : room;
}
