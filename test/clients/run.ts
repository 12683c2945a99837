/**
 * Drives the compiled executable with the clients that people use: starts it on an empty data folder, makes an expert
 * with one source, runs the tests of this folder against it, and stops it. Needs `make build` and `bun install` here.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closingLine, readSummary, type TestSummary } from "../../.ci/test-summary.ts";
import { model, sourceText, sourceTitle } from "./pump-manual.ts";

const executable = join(import.meta.dir, "../../dist/docent");
const apiKey = "dk_for-the-client-tests-only";
const startDeadline = 10_000;
const suites = [
  "openai-chat",
  "openai-responses",
  "ai-sdk",
  "langchain",
  "llamaindex",
  "openai-agents",
  "front-ends",
  "request-bodies",
];

interface Running {
  readonly baseURL: string;
  stop(): Promise<void>;
}

async function startDocent(): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), "docent-clients-"));
  const port = freePort();
  const docent = Bun.spawn([executable, "serve"], {
    env: {
      DOCENT_API_KEY: apiKey,
      DOCENT_DATA_DIR: dataDir,
      DOCENT_PORT: String(port),
      DOCENT_CORS_ORIGINS: "http://localhost:3000",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await ready(`${origin}/readyz`, docent);
  return {
    baseURL: `${origin}/v1`,
    stop: async () => {
      docent.kill();
      await docent.exited;
      await rm(dataDir, { recursive: true });
    },
  };
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const { port } = probe;
  void probe.stop(true);
  if (port === undefined) throw new Error("no free port");
  return port;
}

async function ready(address: string, docent: Bun.Subprocess): Promise<void> {
  for (const deadline = performance.now() + startDeadline; performance.now() < deadline; await Bun.sleep(20)) {
    if (docent.exitCode !== null) throw new Error(`docent ended with ${docent.exitCode}`);
    if (
      await fetch(address).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
  }
  docent.kill();
  throw new Error("docent did not become ready");
}

/** The expert that every suite asks. */
async function teach(baseURL: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(`${baseURL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  await post("/experts", { name: sourceTitle, slug: model, aliases: ["gpt-4o-mini"] });
  await post(`/experts/${model}/sources?wait=30`, { title: sourceTitle, text: sourceText });
}

async function runSuites(baseURL: string): Promise<TestSummary & { readonly exitCode: number }> {
  const files = suites.map((suite) => `./${suite}.ts`);
  const tests = Bun.spawn([process.execPath, "test", ...files], {
    cwd: import.meta.dir,
    env: { ...process.env, DOCENT_TEST_URL: baseURL, DOCENT_TEST_KEY: apiKey },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let output = "";
  for await (const text of tests.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(text);
    output += text;
  }
  const exitCode = await tests.exited;
  return { ...readSummary(output, exitCode), exitCode };
}

const docent = await startDocent();
try {
  await teach(docent.baseURL);
  const summary = await runSuites(docent.baseURL);
  process.stdout.write(`\n${closingLine(summary)}\n`);
  process.exitCode = summary.exitCode === 0 && summary.failed > 0 ? 1 : summary.exitCode;
} finally {
  await docent.stop();
}
