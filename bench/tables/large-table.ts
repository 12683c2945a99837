/** A large CSV file in the compiled executable: how fast it is read, how fast questions are answered, and in how much memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headers, key, post, settled, startDocent, type WatchedProcess } from "../http/docent-process.ts";

const categories = ["Travel", "Hardware", "Software", "Training", "Rent", "Food", "Books"];
const states = ["open", "paid", "closed"];
/** Of each form of question. */
const rounds = 8;

function* orderLines(rows: number): Generator<string> {
  yield "Order,Category,Amount,Status\n";
  let seed = 1;
  const drawn = (most: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * most);
  };
  for (let row = 0; row < rows; row++) {
    const [category, state] = [categories, states].map((list) => list[drawn(list.length)]);
    yield `A-${100_000 + row},${category},${(drawn(500_000) / 100).toFixed(2)},${state}\n`;
  }
}

const forms: readonly ((i: number) => string)[] = [
  (i) => `What is the total amount for category ${categories[i % categories.length]}?`,
  (i) => `What is the average amount for ${categories[i % categories.length]}?`,
  (i) => `How many orders are ${states[i % states.length]}?`,
  (i) => `What is the highest amount for category ${categories[i % categories.length]}?`,
  (i) => `What is the status of order A-${100_777 + i * 31}?`,
];

export async function measureLargeTable(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "docent-large-table-"));
  const flags = ["--sense", "off"];
  try {
    const first = await startDocent(folder, flags);
    await ingest(first, rows);
    await ask(first, "just read");
    await first.stop();
    const again = await startDocent(folder, flags);
    await ask(again, "started again");
    await again.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ingest({ address, residentMegabytes, processorMs }: WatchedProcess, rows: number): Promise<void> {
  await post(address, "/v1/experts", { name: "Orders" });
  const form = new FormData();
  const file = new Blob([...orderLines(rows)], { type: "text/csv" });
  form.append("file", new File([file], "orders.csv", { type: "text/csv" }));
  const [began, spent] = [performance.now(), processorMs()];
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes());
  }, 200);
  const sent = { method: "POST", headers: { authorization: `Bearer ${key}` }, body: form };
  const sources = `${address}/v1/experts/orders/sources`;
  await fetch(sources, sent);
  const { source_counts: counts } = await settled(address, "orders");
  clearInterval(watching);
  if (counts.ready !== 1) throw new Error(`it was not read: ${await (await fetch(sources, { headers })).text()}`);
  const seconds = (performance.now() - began) / 1000;
  const own = (processorMs() - spent) / 1000;
  console.log(
    `${rows} rows, ${(file.size / 1e6).toFixed(0)} MB: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s ` +
      `(${own.toFixed(1)} s of processor time), at most ${most.toFixed(0)} MB`,
  );
}

async function ask({ address, residentMegabytes, processorMs }: WatchedProcess, when: string): Promise<void> {
  const timed = async (question: string) => {
    const [began, spent] = [performance.now(), processorMs()];
    const body = JSON.stringify({ question });
    const reply = await fetch(`${address}/v1/experts/orders/query`, { method: "POST", headers, body });
    const { answer_mode: mode } = (await reply.json()) as { readonly answer_mode: string };
    return { ms: performance.now() - began, own: processorMs() - spent, mode };
  };
  const first = await timed(forms[0]!(0));
  const times: Awaited<ReturnType<typeof timed>>[] = [];
  for (let i = 0; i < rounds; i++) for (const form of forms) times.push(await timed(form(i)));
  const at = (share: number, of: readonly number[]) => {
    return of.toSorted((one, other) => one - other)[Math.floor(share * of.length)]!.toFixed(0);
  };
  const [walls, owns] = [times.map(({ ms }) => ms), times.map(({ own }) => own)];
  const computed = times.filter(({ mode }) => mode === "computed").length;
  console.log(
    `${when}: first ${first.ms.toFixed(0)} ms (${first.own} ms of processor time); of ${times.length}, ${computed} computed, ` +
      `p50 ${at(0.5, walls)} ms, p95 ${at(0.95, walls)} ms (${at(0.5, owns)} and ${at(0.95, owns)}); ${residentMegabytes().toFixed(0)} MB`,
  );
}
