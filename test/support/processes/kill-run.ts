/**
 * Ingests through the executable, including background work, kills it at some moment, and compares the result with an
 * undisturbed run.
 */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { PassageObject, SourceObject } from "../../../src/api/source-schemas.ts";
import type { Bench, RunningBinary } from "../binary.ts";
import { docx, paragraph } from "../documents/office-files.ts";
import { pdf } from "../documents/pdf-writer.ts";
import { type Reply, read } from "../reply.ts";

export interface SampleFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The result for each file: its state, its passages, and the sense score of each passage. */
export type RecoveredState = Readonly<Record<string, unknown>>;

export interface KilledRun {
  /** Files that were acknowledged before the kill. */
  readonly acknowledged: readonly string[];
  /** The state after the restart, when all work is done. */
  readonly recovered: RecoveredState;
  /** The state after every file was sent again. */
  readonly repeated: RecoveredState;
  /** Problems of the sense in the database. */
  readonly senseFaults: readonly string[];
}

/** Files of many kinds and sizes, some of them unreadable. */
export function sampleFiles(count: number): readonly SampleFile[] {
  const encoder = new TextEncoder();
  const text = (number: number) =>
    Array.from(
      { length: 5 + (number % 40) },
      (_, i) => `Paragraph ${i} of document ${number} tells how pump ${number * 31 + i} is kept. It is short. 🙂`,
    );
  const kinds: readonly (readonly [ending: string, make: (number: number) => string | Uint8Array])[] = [
    ["md", (n) => `# Document ${n}\n\n${text(n).join("\n\n")}`],
    ["txt", (n) => text(n).join("\n\n")],
    [
      "html",
      (n) =>
        `<title>Document ${n}</title><h1>Pumps</h1>${text(n)
          .map((line) => `<p>${line}</p>`)
          .join("")}`,
    ],
    [
      "csv",
      (n) =>
        `number,remark\n${text(n)
          .map((line, i) => `${i},"${line}"`)
          .join("\n")}`,
    ],
    ["json", (n) => JSON.stringify(text(n).map((remark, number) => ({ number, remark })))],
    [
      "docx",
      (n) =>
        docx({
          body: text(n)
            .map((line) => paragraph(line))
            .join(""),
        }),
    ],
    ["pdf", (n) => pdf([[{ text: `Document ${n} is about pumps.`, x: 72, y: 700 }]])],
    ["pdf", (n) => `%PDF-1.7 broken, number ${n}`],
  ];
  return Array.from({ length: count }, (_, number) => {
    const [ending, make] = kinds[number % kinds.length]!;
    const made = make(number);
    const bytes = typeof made === "string" ? encoder.encode(made) : new Uint8Array(made);
    return { name: `${number}.${ending}`, bytes };
  });
}

const key = "torture-torture-torture";
const sources = "/v1/experts/torture/sources";

/** The files to send, and whether they are encoded afterwards. */
export interface KillPlan {
  readonly bench: Bench;
  readonly files: readonly SampleFile[];
  readonly sense: "on" | "off";
}

async function startWithExpert({ bench, sense }: KillPlan, dataDir: string): Promise<RunningBinary> {
  const binary = await bench.start({ dataDir, env: { DOCENT_API_KEY: key, DOCENT_SENSE: sense } });
  await binary.request("POST", "/v1/experts", { name: "Torture" });
  return binary;
}

/** Sends files, several at once, and yields each acknowledged one. Ends when all are done or the service has ended. */
async function send({ address }: RunningBinary, files: readonly SampleFile[], answered: (name: string) => void) {
  const waiting = [...files];
  const sender = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { name, bytes } = file;
      const path = `${address}${sources}?external_id=${name}&filename=${name}`;
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/octet-stream" };
      const reply = await fetch(path, { method: "POST", headers, body: bytes });
      const { external_id } = (await read(reply)).as(SourceObject);
      answered(external_id ?? "");
    }
  };
  await Promise.all(Array.from({ length: 4 }, sender));
}

/** All sources, after everything is read and encoded. Throws if a file exists twice. */
async function outcomeOf(binary: RunningBinary): Promise<RecoveredState> {
  const found = await settledSources(binary);
  const isEncoded = await encoded(binary);
  const outcome: Record<string, unknown> = {};
  for (const source of found) {
    const name = source.external_id ?? "";
    if (name in outcome) throw new Error(`${name} is there twice`);
    const chunks = await binary.request("GET", `${sources}/${source.id}/passages`);
    outcome[name] = {
      status: source.status,
      error: source.error?.code ?? null,
      title: source.title,
      sha256: source.sha256,
      chunks: chunks.pageOf(PassageObject).data.map(({ id: _, source_id: __, ...chunk }) => chunk),
      found: isEncoded && source.status === "ready" ? await foundBySense(binary, name) : [],
    };
  }
  return outcome;
}

/** A limit of some minutes of encoding. */
const mostLooks = 6000;

/** Waits until it is settled. False if there is nothing to wait for. */
async function encoded(binary: RunningBinary): Promise<boolean> {
  for (let looks = 0; looks < mostLooks; looks++) {
    const { sense, vectors } = (await binary.request("GET", "/v1/experts/torture")).as(ExpertObject);
    if (sense === null || vectors === null) return false;
    if ([sense, vectors].every(({ done, total }) => done === total)) return true;
    await Bun.sleep(50);
  }
  throw new Error("the encoding does not come to an end");
}

interface Found {
  readonly retrieved: readonly { readonly start: number; readonly scores: { readonly sense: number | null } }[];
}

/** The start and the score of each passage of a file: a passage that is indexed twice would score twice. */
async function foundBySense(
  binary: RunningBinary,
  name: string,
): Promise<readonly (readonly [number, number | null])[]> {
  const asked = { question: "How are pumps kept?", mode: "sense", k: 100, filter: { external_id: name } };
  const body = { ...asked, generate: false, include: ["scores"] };
  const { retrieved }: Found = JSON.parse((await binary.request("POST", "/v1/experts/torture/query", body)).text);
  const places = retrieved.map(({ start, scores }) => [start, scores.sense] as const);
  return places.toSorted((a, b) => a[0] - b[0]);
}

const senseFaultCounts = {
  "vectors of passages that are gone": `SELECT count(*) AS n FROM derived WHERE chunk_no NOT IN
    (SELECT c.no FROM chunks c JOIN sources s ON s.current_version_no = c.version_no)`,
  "passages that lack sense or a vector": `SELECT count(*) AS n FROM chunks c JOIN sources s ON s.current_version_no = c.version_no
    JOIN expert_names e ON e.expert_id = s.expert_id AND e.name = 'torture'
    WHERE (SELECT count(DISTINCT kind) FROM derived d WHERE d.chunk_no = c.no) < 2`,
  "versions that are miscounted": `SELECT count(*) AS n FROM version_senses v JOIN sense_models m ON m.no = v.model_no
    WHERE done <> (SELECT count(*) FROM chunks c JOIN derived d ON d.chunk_no = c.no WHERE c.version_no = v.version_no
      AND d.kind = CASE WHEN m.name LIKE 'dense:%' THEN 'vector' ELSE 'sense' END)`,
};

function senseFaultsIn(dataDir: string): string[] {
  const sqlite = new Database(join(dataDir, "docent.db"), { readonly: true });
  const faults = Object.entries(senseFaultCounts).flatMap(([what, query]) => {
    const n = sqlite.query<{ n: number }, []>(query).get()?.n ?? 0;
    return n === 0 ? [] : [`there are ${n} ${what}`];
  });
  sqlite.close();
  return faults;
}

async function settledSources(binary: RunningBinary) {
  const list = async (query: string) => pageOf(await binary.request("GET", `${sources}?limit=100&order=asc${query}`));
  for (const status of ["processing", "queued", "processing"]) {
    for (let [first] = (await list(`&status=${status}`)).data; first !== undefined; ) {
      await binary.request("GET", `${sources}/${first.id}?wait=60`);
      [first] = (await list(`&status=${status}`)).data;
    }
  }
  const all = [];
  for (let page = await list(""); ; page = await list(`&after=${page.last_id}`)) {
    all.push(...page.data);
    if (!page.has_more) return all;
  }
}

function pageOf(reply: Reply) {
  return reply.pageOf(SourceObject);
}

/** @returns the result of the files, and the milliseconds it took. */
export async function undisturbedRun(plan: KillPlan) {
  const binary = await startWithExpert(plan, plan.bench.folder());
  const began = performance.now();
  await send(binary, plan.files, () => undefined);
  const outcome = await outcomeOf(binary);
  const milliseconds = performance.now() - began;
  await binary.kill();
  return { outcome, milliseconds };
}

/** @param instant milliseconds after the first file is sent. */
export async function killedRun(plan: KillPlan, instant: number): Promise<KilledRun> {
  const dataDir = plan.bench.folder();
  const acknowledged: string[] = [];
  const first = await startWithExpert(plan, dataDir);
  const sending = send(first, plan.files, (name) => acknowledged.push(name)).catch(() => undefined); // it was killed
  await Bun.sleep(instant);
  await first.kill();
  await sending;
  const second = await startWithExpert(plan, dataDir);
  const recovered = await outcomeOf(second);
  await send(second, plan.files, () => undefined);
  const repeated = await outcomeOf(second);
  const senseFaults = plan.sense === "on" ? senseFaultsIn(dataDir) : [];
  await second.kill();
  return { acknowledged, recovered, repeated, senseFaults };
}

/** The problems of a run; empty if there are none. */
export function damageOf(
  { acknowledged, recovered, repeated, senseFaults }: KilledRun,
  expected: RecoveredState,
): readonly string[] {
  const differing = (found: RecoveredState, names: readonly string[]) =>
    names.filter((name) => !Bun.deepEquals(found[name], expected[name]));
  return [
    ...senseFaults,
    ...acknowledged.filter((name) => !(name in recovered)).map((name) => `${name} was acknowledged and is lost`),
    ...differing(recovered, Object.keys(recovered)).map((name) => `${name} is another after the restart`),
    ...differing(repeated, Object.keys(expected)).map((name) => `${name} is another after it was sent again`),
    ...Object.keys(repeated).flatMap((name) => (name in expected ? [] : [`${name} came from nowhere`])),
  ];
}
