/** Imports that are interrupted or refused. */
import { Database as Sqlite } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { layoutVersion } from "../../../src/store/sqlite/archives/archive-layout.ts";
import { fileEntries, writeArchive } from "../../../src/store/sqlite/archives/archive-writer.ts";
import { unpack } from "../../../src/store/sqlite/archives/backup-restoring.ts";
import { newestSchema } from "../../../src/store/sqlite/migrate.ts";
import { filesIn } from "../../support/data-tree.ts";
import { useExportedExpert } from "../../support/worlds/exported-expert.ts";

const { world, inDatabase, exported, imported } = useExportedExpert("file");

describe("an import", () => {
  const rest = () => ({ contents: world.service.contents(), files: filesIn(join(world.service.dataDir, "originals")) });

  test("removes the remains of a killed one", async () => {
    const { file } = exported(world.service);
    const dead = Bun.spawnSync(["true"]).pid;
    const before = rest();
    await imported(world.service, file);
    inDatabase(world.service.dataDir, (sqlite) => {
      sqlite.run("INSERT INTO workspaces VALUES ('ws_hidden', ?, 0)", [`import:${dead}:x`]);
      sqlite.run("UPDATE experts SET workspace_id = 'ws_hidden' WHERE slug = 'pumps-2'");
      sqlite.run("DELETE FROM expert_names WHERE name = 'pumps-2'");
    });
    mkdirSync(join(world.service.dataDir, `staging-${dead}-x`));
    await imported(world.service, file);
    expect(world.service.contents().experts).toHaveLength(before.contents.experts!.length + 1);
    expect(world.service.contents().workspaces).toHaveLength(1);
    expect(Object.keys(filesIn(join(world.service.dataDir, "originals")))).toHaveLength(5 + 4);
    expect(readdirSync(world.service.dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);
  });

  /** The same export with another database in it. */
  function forged(change: (sqlite: Sqlite) => void): string {
    const { file } = exported(world.service);
    const place = mkdtempSync(join(world.folder, "forged-"));
    const { manifest } = unpack(file, "export", place);
    const sqlite = new Sqlite(join(place, "expert.db"));
    sqlite.run("PRAGMA foreign_keys = OFF");
    change(sqlite);
    sqlite.close();
    const originals = readdirSync(join(place, "originals")).sort((a, b) => Number(a) - Number(b));
    const files = ["expert.db", ...originals.map((name) => `originals/${name}`)].map(
      (name) => [name, join(place, name)] as const,
    );
    const path = join(world.folder, "forged.tar");
    rmSync(path, { force: true });
    writeArchive(path, { ...manifest, version: layoutVersion }, fileEntries(files));
    return path;
  }

  test.each<[string, (db: Sqlite) => void, string]>([
    [
      "two experts",
      (db) =>
        db.run(
          "INSERT INTO experts SELECT 'exp_2', workspace_id, name, slug, description, instructions, language, settings, metadata, revision, created_at, updated_at, NULL, NULL FROM experts",
        ),
      "does not contain exactly one expert",
    ],
    [
      "an id with a quote",
      (db) => db.run("UPDATE experts SET id = 'exp_'' OR 1=1'"),
      "point to rows that do not exist",
    ],
    ["invalid settings", (db) => db.run("UPDATE experts SET settings = 'x'"), "its expert is not valid"],
    ["an invalid language", (db) => db.run("UPDATE experts SET language = 'not a tag'"), "its expert is not valid"],
    ["metadata that is a list", (db) => db.run("UPDATE sources SET metadata = '[]'"), "invalid sources"],
    ...["'x'", "'[]'", "'[1]'", `'["a\nb"]'`].map((value): [string, (db: Sqlite) => void, string] => [
      `keepers that are ${value}`,
      (db) => db.run(`UPDATE sources SET keepers = ${value}`),
      "invalid sources",
    ]),
    [
      "an answering version that is not ready",
      (db) => db.run("UPDATE source_versions SET status = 'failed'"),
      "invalid sources",
    ],
    [
      "an invalid state",
      (db) => db.run("UPDATE source_versions SET status = 'done' WHERE status = 'failed'"),
      "versions of sources",
    ],
    [
      "a passage out of its text",
      (db) => db.run('UPDATE chunks SET "end" = 9999, text = text || 1'),
      "do not match their texts",
    ],
    [
      "another digest",
      (db) => db.run(`UPDATE source_versions SET sha256 = '${"0".repeat(64)}'`),
      "original files differ",
    ],
    [
      "a trigger",
      (db) => db.run("CREATE TRIGGER t AFTER UPDATE ON experts BEGIN SELECT 1; END"),
      "not a Docent database",
    ],
    ["settings out of bounds", (db) => db.run(`UPDATE experts SET settings = '{"k":1000000000}'`), '"settings.k"'],
    ["unknown settings", (db) => db.run(`UPDATE experts SET settings = '{"x":1}'`), "known settings"],
    ["a time beyond all years", (db) => db.run("UPDATE experts SET created_at = 9e15"), "experts is out of bounds"],
    [
      "a source with a time before 1970",
      (db) => db.run("UPDATE sources SET updated_at = -1"),
      "sources is out of bounds",
    ],
    ["a script as an address", (db) => db.run("UPDATE sources SET url = 'javascript:alert(1)'"), "http or https"],
    [
      "a line break in an address",
      (db) => db.run("UPDATE sources SET url = 'http://a.example/' || char(13, 10) || 'x: y'"),
      "http or https",
    ],
    [
      "an invalid fetch address",
      (db) => db.run("UPDATE source_versions SET fetch_url = 'file:///etc/passwd'"),
      "http or https",
    ],
    [
      "a line break in a file's name",
      (db) => db.run("UPDATE source_versions SET filename = 'a' || char(10) || 'b'"),
      "source_versions is out of bounds",
    ],
    [
      "a type with a line break",
      (db) => db.run("UPDATE source_versions SET mime_type = 'text/html' || char(13)"),
      "source_versions is out of bounds",
    ],
    ["metadata with a tree in it", (db) => db.run(`UPDATE sources SET metadata = '{"a":{"b":1}}'`), '"metadata'],
    ...["-1", "'null'", "'[null]'", `'[{"code":"x","message":"","pages":[]}]'`, "'U'"].map(
      (value): [string, (db: Sqlite) => void, string] => [
        `warnings that are ${value}`,
        (db) => db.run(`UPDATE source_versions SET warnings = ${value}`),
        "its warnings are not a list of warnings",
      ],
    ),
    ["a negative position", (db) => db.run("UPDATE chunks SET start = -1"), "chunks is out of bounds"],
    ["fewer passages than were counted", (db) => db.run("UPDATE source_versions SET chunk_count = 9"), "do not match"],
    ["a page before the first", (db) => db.run("UPDATE chunks SET page = 0"), "chunks is out of bounds"],
    [
      "an unknown failure",
      (db) => db.run("UPDATE source_versions SET error_code = 'x' WHERE error_code IS NOT NULL"),
      "source_versions is out of bounds",
    ],
    [
      "an unterminated sense",
      (db) => {
        db.run("INSERT INTO sense_models (no, name) VALUES (1, 'm')");
        db.run("INSERT INTO derived SELECT no, 'sense', 1, x'ff' FROM chunks LIMIT 1");
      },
      "the sense of a passage is damaged",
    ],
    [
      "a sense that refers to a missing passage",
      (db) => {
        db.run("INSERT INTO sense_models (no, name) VALUES (1, 'm')");
        db.run(
          "INSERT INTO version_senses SELECT 1, expert_id, no, 999, 0, chunk_count FROM source_versions WHERE no = 2",
        );
      },
      "version_senses is out of bounds",
    ],
    [
      "an invalid vector",
      (db) => {
        db.run(
          "INSERT INTO embeddings (no, expert_id, model, dimensions, recipe) SELECT 1, id, 'm', 1, 'plain' FROM experts",
        );
        db.run("INSERT INTO derived SELECT no, 'vector', 1, x'0000c07f' FROM chunks LIMIT 1");
      },
      "the vector of a passage is damaged",
    ],
    [
      "a kind of rows that no model makes",
      (db) => db.run("INSERT INTO derived SELECT no, 'toString', 1, x'00' FROM chunks LIMIT 1"),
      "something unknown was made of a passage",
    ],
    ["a later schema", (db) => db.run(`PRAGMA user_version = ${newestSchema + 1}`), "made by a newer Docent"],
  ])("of a file with %s is refused, and leaves nothing", async (_, change, message) => {
    const path = forged(change);
    const before = rest();
    await expect(imported(world.service, path)).rejects.toThrow(message);
    expect(rest()).toEqual(before);
    expect(readdirSync(world.service.dataDir).filter((name) => name.startsWith("staging"))).toEqual([]);
  });

  test("of a backup is refused by name", async () => {
    const path = join(world.folder, "not.tar");
    writeFileSync(path, new Uint8Array(5000));
    await expect(imported(world.service, path)).rejects.toThrow("It is not an export of Docent.");
  });
});
