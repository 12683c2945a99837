import type { SetAsideFolder, WaitingJobs } from "./facts.ts";
import { type Finding, finding, judgeJobs, setAsideFinding } from "./findings.ts";

export interface SharedDatabaseFacts {
  readonly version: string;
  /** Of the database, and of this executable. */
  readonly schema: number;
  readonly newestSchema: number;
  readonly installation: string | null;
  readonly lacking: readonly string[];
  readonly encoding: string;
  readonly clockAhead: number;
  readonly delay: number;
  readonly connections: { readonly used: number; readonly most: number };
  /** Sessions change between statements, as with PgBouncer. */
  readonly isPooled: boolean;
  /** `old`: ended more than an hour ago. */
  readonly leases: { readonly held: number; readonly old: number };
  readonly jobs: readonly WaitingJobs[];
}

export interface SharedFilesFacts {
  readonly trouble: string | null;
  readonly delay: number;
  readonly setAside: readonly SetAsideFolder[];
}

/** The oldest maintained major version (https://www.postgresql.org/support/versioning/). */
const oldestVersion = 14;
/** Milliseconds, noticeable because a question waits twice. */
const longDelay = 20;
const longSkew = 5000;
/** Milliseconds for three requests or more. */
const slowFiles = 2000;

export function judgeDatabase(facts: SharedDatabaseFacts, place: string): readonly Finding[] {
  return [
    judgeVersion(facts, place),
    judgeConnection(facts),
    judgePrivileges(facts),
    judgeClock(facts),
    finding("nodes", "fine", nodesMessage(facts)),
    judgeJobs(facts.jobs),
  ];
}

export function judgeFiles(facts: SharedFilesFacts): readonly Finding[] {
  const remedy =
    "Put the newer database back, and they are used again. `docent doctor --discard` deletes those that no version has.";
  return [judgePlace(facts), ...facts.setAside.map((aside) => setAsideFinding("files", aside, remedy))];
}

function judgePlace({ trouble, delay }: SharedFilesFacts): Finding {
  if (trouble !== null)
    return finding(
      "files",
      "damage",
      trouble,
      "Mount or repair the place that DOCENT_FILES names. Nodes cannot read documents without it.",
    );
  const took = `The original files can be read and written: a small file was written, read and deleted in ${Math.ceil(delay)} ms.`;
  if (delay <= slowFiles) return finding("files", "fine", took);
  return finding(
    "files",
    "warning",
    took,
    "Each document that is added waits for this. Use a place nearer to the nodes.",
  );
}

export function unreachableDatabase(reason: string): Finding {
  return finding("database", "damage", reason, "Check DOCENT_DATABASE, the network and the server.");
}

function judgeVersion({ version, schema, newestSchema, encoding }: SharedDatabaseFacts, place: string): Finding {
  if (schema > newestSchema)
    return finding(
      "database",
      "damage",
      `${place} has schema version ${schema}, made by a newer Docent; this one knows versions up to ${newestSchema}.`,
      "Use the newer Docent on all nodes.",
    );
  if (Number.parseInt(version, 10) < oldestVersion)
    return finding("database", "warning", `PostgreSQL ${version} is no longer maintained.`, "Upgrade the server.");
  if (encoding !== "UTF8")
    return finding(
      "database",
      "damage",
      `The database has the encoding ${encoding}, which cannot hold all texts.`,
      "Create the database with ENCODING 'UTF8', and move the data there.",
    );
  const upgrade = schema < newestSchema ? `; the next start of a node upgrades it to ${newestSchema}` : "";
  return finding("database", "fine", `PostgreSQL ${version} at ${place}, schema version ${schema}${upgrade}.`);
}

function judgeConnection({ delay, connections, isPooled }: SharedDatabaseFacts): Finding {
  const { used, most } = connections;
  const pooled = isPooled ? " A pooler gives statements different sessions, which Docent allows." : "";
  const message = `An answer takes ${delay.toFixed(1)} ms; ${used} of ${most} connections are used.${pooled}`;
  if (used * 10 >= most * 9)
    return finding(
      "connection",
      "warning",
      message,
      "Raise max_connections, or put PgBouncer in front. A node opens up to 10.",
    );
  if (delay > longDelay)
    return finding(
      "connection",
      "warning",
      message,
      "Put nodes and database closer together: each question waits twice.",
    );
  return finding("connection", "fine", message);
}

function judgePrivileges({ lacking }: SharedDatabaseFacts): Finding {
  return lacking.length === 0
    ? finding("privileges", "fine", "The user may read, write and change the schema.")
    : finding(
        "privileges",
        "damage",
        `The user lacks ${lacking.join(", ")}.`,
        "Grant them, or make the user the owner of the schema.",
      );
}

/** Keys and links expire by the node's clock. */
function judgeClock({ clockAhead }: SharedDatabaseFacts): Finding {
  const seconds = (Math.abs(clockAhead) / 1000).toFixed(1);
  const message = `The clocks of this machine and the database differ by ${seconds} seconds.`;
  return Math.abs(clockAhead) < longSkew
    ? finding("clock", "fine", message)
    : finding(
        "clock",
        "warning",
        message,
        "Synchronise both with NTP: keys and sign-in codes end by the clocks of the nodes.",
      );
}

function nodesMessage({ leases: { held, old } }: SharedDatabaseFacts): string {
  const left = old === 0 ? "" : ` ${old} ended long ago and will be taken over when there is work.`;
  return `Nodes hold ${held} leases on work.${left}`;
}
