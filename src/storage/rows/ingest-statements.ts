/** The statements for each version in the queue. Their speed limits the rate at which small sources are read. */
import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import type { ExpertId } from "../../kernel/ids.ts";
import type { QueueLane } from "../../sources/ports/queue-ports.ts";
import { admitsFirst, setInUse } from "../../store/passages/vector-sets.ts";
import { builtOnce } from "../built-once.ts";
import { atOnce, type Database, type Drizzle } from "../database.ts";
import { passageAddition } from "../document-statements.ts";
import { memoryLog } from "../memory-log.ts";
import { experts, isPending, senseModels, sources, sourceVersions, tables, versionSenses } from "../schema.ts";
import { countingSets } from "./passage-rows.ts";
import { usageAddition } from "./usage-rows.ts";

export type IngestStatements = ReturnType<typeof ingestStatements>;

const value = sql.placeholder;
const versionGiven = eq(sourceVersions.no, value("versionNo"));

/** The condition that the job's version was neither deleted nor canceled. */
const inHand = and(versionGiven, eq(sourceVersions.status, "processing"));

/** Must run inside one transaction, except those that only read. */
export function ingestStatements(database: Pick<Database, "orm" | "write">) {
  const { orm } = database;
  return {
    orm,
    log: memoryLog(orm),
    addUsage: usageAddition(orm),
    admits: embeddingAdmission(database),
    awaitSense: senseAwaiting(orm),
    nextExpert: { fetch: builtOnce(() => expertAfter(orm, "fetch")), read: builtOnce(() => expertAfter(orm, "read")) },
    next: { fetch: builtOnce(() => nextOfExpert(orm, "fetch")), read: builtOnce(() => nextOfExpert(orm, "read")) },
    waitingIn: { fetch: builtOnce(() => waitingIn(orm, "fetch")), read: builtOnce(() => waitingIn(orm, "read")) },
    inHand: builtOnce(() => orm.select({ no: sourceVersions.no }).from(sourceVersions).where(inHand).prepare()),
    take: builtOnce(() => taking(orm)),
    progress: builtOnce(() => reporting(orm)),
    complete: builtOnce(() => completion(orm)),
    current: builtOnce(() =>
      orm
        .select({ no: sources.currentVersionNo })
        .from(sources)
        .where(eq(sources.no, value("sourceNo")))
        .prepare(),
    ),
    setCurrent: builtOnce(() =>
      orm
        .update(sources)
        .set({ currentVersionNo: sql`${value("versionNo")}` })
        .where(eq(sources.no, value("sourceNo")))
        .prepare(),
    ),
    addPassages: passageAddition(orm),
  };
}

/** A version with an address has its bytes as soon as it has their hash. */
const isElsewhere = sql`(${sourceVersions.fetchUrl} IS NOT NULL AND ${sourceVersions.sha256} = '')`;

const isExcepted = sql`${sourceVersions.no} IN (SELECT value FROM json_each(${value("except")}))`;

/** Versions that wait in the lane. */
function waitsIn(lane: QueueLane) {
  return and(isInLane(lane), sql`NOT ${isExcepted}`);
}

function isInLane(lane: QueueLane) {
  const isInPlace = lane === "fetch" ? isElsewhere : sql`NOT ${isElsewhere}`;
  return and(eq(sourceVersions.status, "queued"), isPending, isInPlace);
}

function waitingIn(orm: Drizzle, lane: QueueLane) {
  return orm.select({ n: count() }).from(sourceVersions).where(isInLane(lane)).prepare();
}

/** The next expert after the placeholder `after` that has a waiting version. */
function expertAfter(orm: Drizzle, lane: QueueLane) {
  return orm
    .select({ expertId: sourceVersions.expertId })
    .from(sourceVersions)
    .where(and(gt(sourceVersions.expertId, value("after")), waitsIn(lane)))
    .orderBy(asc(sourceVersions.expertId))
    .limit(1)
    .prepare();
}

/** Number of an expert's oldest versions that are compared. */
const compared = 16;

/** Chooses among the expert's oldest waiting versions: a megabyte counts as ten seconds of waiting. */
function nextOfExpert(orm: Drizzle, lane: QueueLane) {
  const oldest = orm
    .select({ no: sourceVersions.no, due: sql`${sourceVersions.createdAt} + ${sourceVersions.bytes} / 100`.as("due") })
    .from(sourceVersions)
    .where(and(eq(sourceVersions.expertId, value("expert")), waitsIn(lane)))
    .orderBy(asc(sourceVersions.no))
    .limit(compared)
    .as("oldest");
  const next = orm.select({ no: oldest.no }).from(oldest).orderBy(asc(oldest.due), asc(oldest.no)).limit(1);
  return orm
    .select({
      versionNo: sourceVersions.no,
      sourceId: sources.id,
      expertId: sources.expertId,
      workspaceId: experts.workspaceId,
      keyId: sourceVersions.keyId,
      language: experts.language,
      title: sourceVersions.title,
      filename: sourceVersions.filename,
      declaredType: sourceVersions.declaredType,
      fetchUrl: sourceVersions.fetchUrl,
      bytes: sourceVersions.bytes,
      attemptsBefore: sourceVersions.attempts,
    })
    .from(sourceVersions)
    .innerJoin(sources, eq(sources.no, sourceVersions.sourceNo))
    .innerJoin(experts, eq(experts.id, sources.expertId))
    .where(eq(sourceVersions.no, next))
    .prepare();
}

function taking(orm: Drizzle) {
  const taken = {
    status: "processing" as const,
    attempts: sql`${value("attempts")}`,
    updatedAt: sql`${value("at")}`,
    progressDone: 0,
    progressTotal: 0,
  };
  return orm.update(sourceVersions).set(taken).where(versionGiven).prepare();
}

function reporting(orm: Drizzle) {
  const now = {
    stage: sql`${value("stage")}`,
    progressDone: sql`${value("done")}`,
    progressTotal: sql`${value("total")}`,
    updatedAt: sql`${value("at")}`,
  };
  return orm.update(sourceVersions).set(now).where(inHand).prepare();
}

function completion(orm: Drizzle) {
  const ready = {
    title: sql`coalesce(${sourceVersions.givenTitle}, ${value("title")}, ${sourceVersions.title})`,
    mimeType: sql`${value("mimeType")}`,
    content: sql`${value("content")}`,
    pageCount: sql`${value("pageCount")}`,
    warnings: sql`${value("warnings")}`,
    chunkCount: sql`${value("chunkCount")}`,
    language: sql`${value("language")}`,
    status: "ready" as const,
    stage: null,
    progressDone: sql`${value("chunkCount")}`,
    progressTotal: sql`${value("chunkCount")}`,
    errorCode: null,
    errorMessage: null,
    errorRetryable: null,
    updatedAt: sql`${value("at")}`,
    readyAt: sql`${value("at")}`,
  };
  return orm
    .update(sourceVersions)
    .set(ready)
    .where(inHand)
    .returning({ sourceNo: sourceVersions.sourceNo, type: sourceVersions.type })
    .prepare();
}

interface NewVersion {
  readonly expertId: ExpertId;
  readonly versionNo: number;
  /** Number of its passages. */
  readonly total: number;
}

/** Must be called in the transaction in which a version begins to answer: every model has yet to encode it. */
function senseAwaiting(orm: Drizzle): (version: NewVersion) => void {
  const models = builtOnce(() => orm.select({ no: senseModels.no }).from(senseModels).prepare());
  const [modelNo, expertId] = [value("modelNo"), value("expertId")];
  const [versionNo, total] = [value("versionNo"), value("total")];
  const insertion = builtOnce(() =>
    orm.insert(versionSenses).values({ modelNo, expertId, versionNo, total }).prepare(),
  );
  return (version) => {
    for (const { no } of models().all()) insertion().run({ ...version, modelNo: no });
  };
}

/** As `admits`, which it is but for the statement of every version. */
function embeddingAdmission({ orm, write }: Pick<Database, "orm" | "write">) {
  const counting = countingSets(orm);
  return (expert: ExpertId, set: number | null): boolean => {
    if (counting(expert) === set) return true;
    if (set === null && atOnce(orm, setInUse(tables, orm, expert))?.mayLack === true) return true;
    return write("power", () => atOnce(orm, admitsFirst({ expert, set })));
  };
}
