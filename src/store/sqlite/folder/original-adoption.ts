import { renameSync } from "node:fs";
import { basename, join } from "node:path";
import { and, eq, max, or } from "drizzle-orm";
import { defaultSettings, numberedSlug } from "../../../experts/expert.ts";
import type { ExpertId, IdMint, KeyId, WorkspaceId } from "../../../kernel/ids.ts";
import { fileDigest } from "../../../kernel/regular-file.ts";
import type { SourceType } from "../../../sources/source.ts";
import type { Database, Drizzle } from "../database.ts";
import { expertNames, experts, sources, sourceVersions, workspaces } from "../schema.ts";
import { syncFolder } from "./durable-files.ts";
import {
  type Catalogue,
  cataloguePath,
  type ExpertRecord,
  type OriginalRecord,
  readCatalogue,
} from "./originals-catalogue.ts";
import { filesOf, removeEmptySetAside, setAsideFolders } from "./set-aside.ts";

export interface Adoption {
  readonly sources: number;
  readonly unknown: number;
  readonly damaged: readonly string[];
  readonly surplus: readonly string[];
}

interface Tools {
  readonly dataDir: string;
  readonly database: Database;
  readonly ids: IdMint;
  readonly at: number;
}

/** The folder must be held. One transaction for each source. */
export function adoptSetAside(tools: Tools): Adoption {
  const total = { sources: 0, unknown: 0, damaged: [] as string[], surplus: [] as string[] };
  for (const { folder } of setAsideFolders(tools.dataDir)) {
    const path = join(tools.dataDir, folder);
    const known = readCatalogue(cataloguePath(path));
    const files = filesOf(path).map((name) => fileIn(path, name, known));
    const isDamaged = (file: FoundOriginal) => file.record !== null && file.record.sha256 !== file.sha256;
    total.damaged.push(...files.filter(isDamaged).map((file) => nameOf(folder, file)));
    const sound = files.filter((file) => !isDamaged(file));
    const groups = Map.groupBy(sound, ({ record, name }) => record?.source ?? name);
    for (const group of groups.values()) {
      const versions = group.toSorted((a, b) => (a.record?.version ?? 0) - (b.record?.version ?? 0));
      const left = tools.database.write("power", () => adoptSource(tools, versions, known));
      total.surplus.push(...left.map((file) => nameOf(folder, file)));
      if (left.length === versions.length) continue;
      total.sources += 1;
      if (versions[0]?.record === null) total.unknown += 1;
    }
    syncFolder(path);
    removeEmptySetAside(tools.dataDir, folder);
  }
  return total;
}

interface FoundOriginal {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly record: OriginalRecord | null;
}

function fileIn(folder: string, name: string, { originals }: Catalogue): FoundOriginal {
  const path = join(folder, name);
  return { path, name, ...fileDigest(path), record: originals.get(Number(name)) ?? null };
}

function nameOf(folder: string, { name, record }: FoundOriginal): string {
  return record === null ? join(folder, name) : `${join(folder, name)}, ${titleOf(record)}`;
}

export function titleOf({ title, source }: OriginalRecord): string {
  return `${title} (${source})`;
}

function adoptSource(tools: Tools, files: readonly FoundOriginal[], known: Catalogue): readonly FoundOriginal[] {
  const { orm } = tools.database;
  const first = files[0]?.record ?? null;
  const expertId = expertFor(tools, first, known);
  const found = first === null ? undefined : sourceFor(orm, first, expertId);
  if (found !== undefined && found.id !== first?.source) return files;
  const sourceNo = found?.no ?? addSource(tools, expertId, files[0]);
  const there = orm.select().from(sourceVersions).where(eq(sourceVersions.sourceNo, sourceNo)).all();
  const wanted = files.filter(({ sha256 }) => there.every((version) => version.sha256 !== sha256));
  const last = orm.select({ n: max(sourceVersions.version) }).from(sourceVersions);
  let version = last.where(eq(sourceVersions.sourceNo, sourceNo)).get()?.n ?? 0;
  for (const file of wanted) {
    version = Math.max(version + 1, there.length === 0 ? (file.record?.version ?? 1) : 0);
    addVersion(tools, file, { sourceNo, expertId, version, isNewest: file === wanted.at(-1) });
  }
  return files.filter((file) => !wanted.includes(file));
}

function sourceFor(orm: Drizzle, record: OriginalRecord, expertId: ExpertId) {
  const { source, external_id } = record;
  const sameExternalId =
    external_id === null ? undefined : and(eq(sources.expertId, expertId), eq(sources.externalId, external_id));
  const rows = orm
    .select()
    .from(sources)
    .where(or(eq(sources.id, source as typeof sources.$inferSelect.id), sameExternalId))
    .all();
  return rows.find(({ id }) => id === source) ?? rows[0];
}

function addSource({ database, ids, at }: Tools, expertId: ExpertId, file: FoundOriginal | undefined): number {
  const record = file?.record ?? null;
  const id = record === null ? ids.mint("source") : (record.source as typeof sources.$inferSelect.id);
  const row = {
    id,
    expertId,
    externalId: record?.external_id ?? null,
    url: record?.url ?? null,
    metadata: Object(record?.metadata ?? {}),
    createdAt: record?.created_at ?? at,
    updatedAt: at,
  };
  return database.orm.insert(sources).values(row).returning({ no: sources.no }).get().no;
}

interface AdoptedVersion {
  readonly sourceNo: number;
  readonly expertId: ExpertId;
  readonly version: number;
  readonly isNewest: boolean;
}

function addVersion({ dataDir, database, at }: Tools, file: FoundOriginal, place: AdoptedVersion): void {
  const { record, bytes, sha256 } = file;
  const { sourceNo, expertId, version, isNewest } = place;
  const row = {
    sourceNo,
    expertId,
    version,
    type: (record?.type ?? "file") as SourceType,
    givenTitle: record?.given_title ?? null,
    title: record?.title ?? `Original ${basename(file.name)}`,
    filename: record?.filename ?? null,
    declaredType: record?.declared_type ?? null,
    bytes,
    sha256,
    fetchUrl: record?.fetch_url ?? null,
    status: isNewest ? ("queued" as const) : ("canceled" as const),
    keyId: "" as KeyId,
    createdAt: at,
    updatedAt: at,
  };
  const { no } = database.orm.insert(sourceVersions).values(row).returning({ no: sourceVersions.no }).get();
  renameSync(file.path, join(dataDir, "originals", String(no)));
  syncFolder(join(dataDir, "originals"));
  if (isNewest) database.orm.update(sources).set({ latestVersionNo: no }).where(eq(sources.no, sourceNo)).run();
}

/** Recreates a lost expert. Unknown files share one. */
function expertFor(tools: Tools, record: OriginalRecord | null, known: Catalogue): ExpertId {
  const { orm } = tools.database;
  if (record !== null) {
    const id = record.expert as ExpertId;
    const isThere = orm.select({ id: experts.id }).from(experts).where(eq(experts.id, id)).get() !== undefined;
    if (!isThere) addExpert(tools, known.experts.get(id) ?? { ...recovered, id });
    return id;
  }
  const shared = orm.select().from(experts).where(eq(experts.slug, recovered.slug)).get();
  return shared?.id ?? addExpert(tools, { ...recovered, id: tools.ids.mint("expert") });
}

const recovered: Omit<ExpertRecord, "id"> = {
  kind: "expert",
  workspace: "default",
  name: "Recovered documents",
  slug: "recovered",
  description: "Documents whose expert is not known any more.",
  instructions: "",
  language: "en",
  aliases: [],
  settings: defaultSettings,
  metadata: {},
  created_at: 0,
};

function takenNames(orm: Drizzle, workspaceId: WorkspaceId): ReadonlySet<string> {
  const rows = orm.select().from(expertNames).where(eq(expertNames.workspaceId, workspaceId)).all();
  return new Set(rows.map(({ name }) => name));
}

/** In a transaction. Restores missing slugs, and aliases that are still free. */
export function addMissingNames({ orm }: Database, known: Catalogue): void {
  for (const { id, workspaceId, slug } of orm.select().from(experts).all()) {
    const own = orm.select().from(expertNames).where(eq(expertNames.expertId, id)).all();
    const wanted = [slug, ...(known.experts.get(id)?.aliases ?? [])];
    const taken = takenNames(orm, workspaceId);
    let position = Math.max(0, ...own.map((each) => each.position + 1));
    for (const name of wanted.filter((each) => !taken.has(each))) {
      const isSlug = name === slug;
      orm.insert(expertNames).values({ workspaceId, name, expertId: id, isSlug, position }).run();
      position += 1;
    }
  }
}

export function addExpert(tools: Omit<Tools, "dataDir">, record: ExpertRecord): ExpertId {
  const { orm } = tools.database;
  const id = record.id as ExpertId;
  const workspaceId = workspaceNamed(tools, record.workspace.startsWith("import:") ? "default" : record.workspace);
  const taken = takenNames(orm, workspaceId);
  let { slug } = record;
  for (let number = 2; taken.has(slug); number++) slug = numberedSlug(record.slug, number);
  const { name, description, instructions, language } = record;
  const times = { createdAt: record.created_at || tools.at, updatedAt: tools.at };
  const settings = { ...defaultSettings, ...Object(record.settings) };
  const facts = { name, slug, description, instructions, language, settings, metadata: Object(record.metadata) };
  orm
    .insert(experts)
    .values({ id, workspaceId, ...facts, ...times })
    .run();
  const aliases = record.aliases.filter((alias) => alias !== slug && !taken.has(alias));
  const names = [slug, ...aliases].map((each, position) => ({
    workspaceId,
    name: each,
    expertId: id,
    isSlug: position === 0,
    position,
  }));
  orm.insert(expertNames).values(names).run();
  return id;
}

function workspaceNamed({ database: { orm }, ids, at }: Omit<Tools, "dataDir">, name: string): WorkspaceId {
  const found = orm.select().from(workspaces).where(eq(workspaces.name, name)).get();
  const row = { id: ids.mint("workspace"), name, createdAt: at };
  return found?.id ?? orm.insert(workspaces).values(row).returning().get().id;
}
