/** Ingesting through the executable, cut short by a kill at some instant, and compared with an undisturbed run. */
import { ChunkObject, SourceObject } from "../../src/http/source-schemas.ts";
import type { Bench, RunningBinary } from "./binary.ts";
import { docx, paragraph } from "./office-files.ts";
import { pdf } from "./pdf-writer.ts";
import { type Reply, read } from "./reply.ts";

export interface SampleFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What became of each file: its state, and every passage. */
export type Outcome = Readonly<Record<string, unknown>>;

export interface KilledRun {
  /** Files whose acceptance was answered before the kill. */
  readonly acknowledged: readonly string[];
  /** What there is after the restart, once it has come to rest by itself. */
  readonly recovered: Outcome;
  /** What there is when every file has then been sent again. */
  readonly repeated: Outcome;
}

/** Files of many kinds and sizes, a few of which cannot be read. */
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

async function startWithExpert(bench: Bench, dataDir: string): Promise<RunningBinary> {
  const binary = await bench.start({ dataDir, env: { DOCENT_API_KEY: key } });
  await binary.request("POST", "/v1/experts", { name: "Torture" });
  return binary;
}

/** Sends files, some at once, and names each as it is answered. Ends when all are, or when the service is gone. */
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

/** Every source once nothing waits any more. Throws when the same file is there twice. */
async function outcomeOf(binary: RunningBinary): Promise<Outcome> {
  const found = await settledSources(binary);
  const outcome: Record<string, unknown> = {};
  for (const source of found) {
    const name = source.external_id ?? "";
    if (name in outcome) throw new Error(`${name} is there twice`);
    const chunks = await binary.request("GET", `${sources}/${source.id}/chunks`);
    outcome[name] = {
      ...{ status: source.status, error: source.error?.code ?? null, title: source.title, sha256: source.sha256 },
      chunks: chunks.pageOf(ChunkObject).data.map(({ id: _, source_id: __, ...chunk }) => chunk),
    };
  }
  return outcome;
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

/** @returns what became of the files, and how many milliseconds it took. */
export async function undisturbedRun(bench: Bench, files: readonly SampleFile[]) {
  const binary = await startWithExpert(bench, bench.folder());
  const began = performance.now();
  await send(binary, files, () => undefined);
  const outcome = await outcomeOf(binary);
  const milliseconds = performance.now() - began;
  await binary.kill();
  return { outcome, milliseconds };
}

/** @param instant milliseconds after the first file is sent. */
export async function killedRun(bench: Bench, files: readonly SampleFile[], instant: number): Promise<KilledRun> {
  const dataDir = bench.folder();
  const acknowledged: string[] = [];
  const first = await startWithExpert(bench, dataDir);
  const sending = send(first, files, (name) => acknowledged.push(name)).catch(() => undefined); // it was killed
  await Bun.sleep(instant);
  await first.kill();
  await sending;
  const second = await startWithExpert(bench, dataDir);
  const recovered = await outcomeOf(second);
  await send(second, files, () => undefined);
  const repeated = await outcomeOf(second);
  await second.kill();
  return { acknowledged, recovered, repeated };
}

/** What is wrong with a run, in words; nothing when all is well. */
export function damageOf({ acknowledged, recovered, repeated }: KilledRun, expected: Outcome): readonly string[] {
  const differing = (found: Outcome, names: readonly string[]) =>
    names.filter((name) => !Bun.deepEquals(found[name], expected[name]));
  return [
    ...acknowledged.filter((name) => !(name in recovered)).map((name) => `${name} was acknowledged and is lost`),
    ...differing(recovered, Object.keys(recovered)).map((name) => `${name} is another after the restart`),
    ...differing(repeated, Object.keys(expected)).map((name) => `${name} is another after it was sent again`),
    ...Object.keys(repeated).flatMap((name) => (name in expected ? [] : [`${name} came from nowhere`])),
  ];
}
