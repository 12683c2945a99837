import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import { ConfigError, loadConfig } from "../../src/config/load-config.ts";
import { s3Address } from "../../src/config/setting-values.ts";

const database = "postgres://docent:secret-word@db.example.org:5432/docent";
const load = (env: Record<string, string>) => loadConfig({ env, flags: [] });
const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe("a database and files that services share", () => {
  test("are given together, and without them the data folder contains everything", () => {
    expect(load({ DOCENT_DATABASE: database, DOCENT_FILES: "originals" }).shared).toEqual({
      database,
      files: resolve("originals"),
      credentials: null,
    });
    expect(load({}).shared).toBeNull();
    expect(load({ DOCENT_DATABASE: "", DOCENT_FILES: "" }).shared).toBeNull();
  });

  test("are refused one without the other, and with automatic backups", () => {
    expect(problemsOf({ DOCENT_DATABASE: database })).toEqual([
      "DOCENT_DATABASE is given without DOCENT_FILES, the folder of original files that all services share.",
    ]);
    expect(problemsOf({ DOCENT_FILES: "/srv/originals" })).toEqual([
      "DOCENT_FILES is given without DOCENT_DATABASE. Without that, original files are in the data folder.",
    ]);
    const backups = { DOCENT_BACKUP_DIR: "/mnt/backups", DOCENT_BACKUP_EVERY: "24h" };
    expect(problemsOf({ DOCENT_DATABASE: database, DOCENT_FILES: "/srv/originals", ...backups })).toEqual([
      "DOCENT_BACKUP_DIR cannot be used with DOCENT_DATABASE: back up the database with PostgreSQL's own tools, such as " +
        "pg_dump, and after it the files.",
    ]);
  });

  test.each([
    "db.example.org/docent",
    "mysql://docent:secret-word@db/docent",
    "postgres:///docent",
    "postgres://docent:secret-word@db",
    "postgres://docent:secret-word@db/a/b",
  ])("an address that names no database is refused without being shown: %s", (address) => {
    const problems = problemsOf({ DOCENT_DATABASE: address, DOCENT_FILES: "/srv/originals" });
    expect(problems).toEqual([
      "DOCENT_DATABASE must be an address such as postgres://docent:PASSWORD@db.example.org:5432/docent.",
    ]);
  });

  test("files at an address that is not supported are refused", () => {
    for (const files of ["ftp://host/folder", "s3://", "s3://docent/team?secret=word", "s3://docent?endpoint=minio"])
      expect(problemsOf({ DOCENT_DATABASE: database, DOCENT_FILES: files })).toEqual([
        "DOCENT_FILES must be a folder that all services share, or an address such as s3://BUCKET/PREFIX, not " +
          `${JSON.stringify(files)}.`,
      ]);
  });

  test("files in an object store have an address with a bucket, and perhaps a prefix, an endpoint and a region", () => {
    const files = "s3://docent/team/one/?endpoint=http://minio.example.org:9000&region=eu-central-1";
    expect(load({ DOCENT_DATABASE: database, DOCENT_FILES: files }).shared).toMatchObject({ database, files });
    const key = { DOCENT_S3_KEY_ID: "id" };
    const shared = { DOCENT_DATABASE: database, DOCENT_FILES: files, ...key };
    expect(load({ ...shared, DOCENT_S3_SECRET: "word" }).shared?.credentials).toEqual({
      accessKeyId: "id",
      secretAccessKey: "word",
    });
    expect(problemsOf(shared)).toEqual(["Give both DOCENT_S3_KEY_ID and DOCENT_S3_SECRET, or neither."]);
    expect([s3Address(files), s3Address("s3://docent")]).toEqual([
      {
        bucket: "docent",
        prefix: "team/one/",
        endpoint: "http://minio.example.org:9000",
        region: "eu-central-1",
      },
      { bucket: "docent", prefix: "", endpoint: null, region: null },
    ]);
  });
});
