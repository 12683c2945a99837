/** A tar file: manifest, database, originals by number, checksums of all entries. See docs/data-on-disk.md. */

import { NamedError } from "../../../kernel/error-code.ts";
import { isFields, jsonIn } from "../../../kernel/json.ts";

export const manifestName = "docent.json";
export const checksumsName = "SHA256SUMS";
/** Of the layout; the database has a version of its own. */
export const layoutVersion = 1;
/** Bytes; ours have a few hundred. */
export const manifestLimit = 64 * 1024;

const databaseNames = { backup: "docent.db", export: "expert.db" } as const;

export type ArchiveKind = keyof typeof databaseNames;

export interface Manifest {
  readonly kind: ArchiveKind;
  readonly version: number;
  readonly schemaVersion: number;
  readonly createdAt: number;
  readonly madeBy: string;
  readonly originals: number;
}

/** The message is for the person who named the file. */
export class ArchiveError extends NamedError {}

export function databaseName(kind: ArchiveKind): string {
  return databaseNames[kind];
}

export function originalName(versionNo: number): string {
  return `originals/${versionNo}`;
}

/** The number in an original's name; null for other names. */
export function originalNo(name: string): number | null {
  const digits = /^originals\/([1-9]\d{0,14})$/.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Fixes the order, so every name is known and occurs once. */
export function mayFollow(kind: ArchiveKind, before: string, name: string): boolean {
  if (before === manifestName) return name === databaseName(kind);
  if (name === checksumsName) return true;
  const no = originalNo(name);
  return no !== null && no > (originalNo(before) ?? 0);
}

export function encodeManifest({ kind, version, schemaVersion, createdAt, madeBy, originals }: Manifest): string {
  const fields = {
    format: `docent-${kind}`,
    version,
    schema_version: schemaVersion,
    created_at: new Date(createdAt).toISOString(),
    made_by: madeBy,
    originals,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** @throws ArchiveError for another kind, a later layout, or any difference from what Docent writes */
export function decodeManifest(text: string, kind: ArchiveKind): Manifest {
  const fields = parsed(text);
  if (fields?.format !== `docent-${kind}`) throw foreign(kind, fields?.format);
  if (Number(fields.version) > layoutVersion) {
    throw new ArchiveError(
      `It was written by a newer Docent (format ${String(fields.version)}; this one knows ${layoutVersion}). Use that one.`,
    );
  }
  const manifest = {
    kind,
    version: Number(fields.version),
    schemaVersion: Number(fields.schema_version),
    createdAt: Date.parse(String(fields.created_at)),
    madeBy: String(fields.made_by),
    originals: Number(fields.originals),
  };
  const isOurs = !Number.isNaN(manifest.createdAt) && encodeManifest(manifest) === text;
  if (!isOurs) throw new ArchiveError("The archive is damaged: its manifest cannot be read.");
  return manifest;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  const value = jsonIn(text);
  return isFields(value) ? value : null;
}

function foreign(kind: ArchiveKind, format: unknown): ArchiveError {
  const other = {
    "docent-backup": "a backup: use `docent restore`",
    "docent-export": "an export: use `docent import`",
  };
  const known = Object.entries(other).find(([name]) => name === format)?.[1];
  return new ArchiveError(
    known === undefined ? `It is not ${kind === "export" ? "an" : "a"} ${kind} of Docent.` : `It is ${known}.`,
  );
}
