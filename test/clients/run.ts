/**
 * Drives the compiled executable with the clients that people use, twice: answering from the sources' own sentences,
 * and with a model server behind it. Needs `make build` and `bun install` here. Arguments name some suites.
 */

import { closingLine, readSummary, type TestSummary } from "../../.ci/test-summary.ts";
import own from "../../package.json" with { type: "json" };
import { type ClientResult, writeResults } from "./client-results.ts";
import { apiKey, startDocent } from "./docent-process.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { runUnderNode } from "./node-run.ts";
import packages from "./package.json" with { type: "json" };
import { embeddingModel } from "./pump-manual.ts";
import { mergedResults, seenOperations } from "./seen-operations.ts";
import { writeClientsPage } from "./write-clients-page.ts";

/** Loaded machines have their slow moments; a test that hangs still ends. */
const testLimit = 300_000;
const everyMode = [
  "openai-chat",
  "openai-responses",
  "ai-sdk",
  "langchain",
  "llamaindex",
  "openai-agents",
  "agents",
  "front-ends",
  "browser",
  "request-bodies",
  "varied-requests",
];

/** Those of others, and our own package. */
const versions: Readonly<Record<string, string>> = { ...packages.dependencies, "docent-client": own.version };

/** Suites of libraries that have a row in docs/clients.md. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  "own-client": ["docent-client"],
  "openai-chat": ["openai"],
  "openai-responses": ["openai"],
  "embedding-clients": ["openai"],
  "ai-sdk": ["ai", "@ai-sdk/openai", "@ai-sdk/openai-compatible"],
  langchain: ["@langchain/openai"],
  llamaindex: ["@llamaindex/openai"],
  "openai-agents": ["@openai/agents"],
  agents: ["@modelcontextprotocol/sdk", "@modelcontextprotocol/inspector", "@modelcontextprotocol/conformance"],
};

interface Mode {
  readonly name: string;
  readonly suites: readonly string[];
  /** Settings of the service. */
  readonly settings: Readonly<Record<string, string>>;
  /** For the tests. */
  readonly env: Readonly<Record<string, string>>;
}

function modes({ url }: ModelServer): readonly Mode[] {
  const settings = {
    DOCENT_LLM_URL: url,
    DOCENT_LLM_MODEL: "quoting",
    DOCENT_LLM_CONTEXT: "8192",
    DOCENT_EMBED_URL: url,
    DOCENT_EMBED_MODEL: embeddingModel,
  };
  return [
    {
      name: "answers in the sources' own sentences",
      suites: [...everyMode, "without-models", "framework-prompts", "described-clients", "own-client"],
      settings: {},
      env: {},
    },
    {
      name: "answers of a model server",
      suites: [...everyMode, "model-trouble", "embedding-clients"],
      settings,
      env: { DOCENT_TEST_MODEL_SERVER: new URL(url).origin },
    },
  ];
}

const seen: ClientResult[] = [];

const wanted = process.argv.slice(2);

async function runMode({ name, suites: all, settings, env }: Mode): Promise<TestSummary> {
  const suites = all.filter((suite) => wanted.length === 0 || wanted.includes(suite));
  process.stdout.write(`\n== ${name}\n`);
  const docent = await startDocent(settings);
  try {
    const given = { ...process.env, ...env, DOCENT_TEST_URL: docent.baseURL, DOCENT_TEST_KEY: apiKey };
    const others = suites.filter((suite) => libraries[suite] === undefined);
    const results = wanted.length === 0 ? [await runUnderNode(given)] : [];
    if (others.length > 0) results.push(await runSuites(others, given));
    for (const suite of suites) {
      const parts = libraries[suite];
      if (parts === undefined) continue;
      const version = parts.map((part) => versions[part]).join(" + ");
      const facts = { client: parts.join(" + "), version, baseURL: docent.baseURL };
      const { summary, result } = await seenOperations(facts, () => runSuites([suite], given));
      results.push(summary);
      seen.push(result);
    }
    const summary = sumOf(results);
    if (summary.failed > 0) process.stderr.write(await docent.log());
    return summary;
  } finally {
    await docent.stop();
  }
}

async function runSuites(suites: readonly string[], env: Record<string, string | undefined>): Promise<TestSummary> {
  const files = suites.map((suite) => `./${suite}.ts`);
  const tests = Bun.spawn([process.execPath, "test", `--timeout=${testLimit}`, ...files], {
    cwd: import.meta.dir,
    env,
    stdio: ["ignore", "inherit", "pipe"],
  });
  let output = "";
  for await (const text of tests.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(text);
    output += text;
  }
  return readSummary(output, await tests.exited);
}

function sumOf(summaries: readonly TestSummary[]): TestSummary {
  const sum = (count: (summary: TestSummary) => number) => summaries.reduce((total, each) => total + count(each), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  };
}

const server = startModelServer();
try {
  const summaries: TestSummary[] = [];
  for (const mode of modes(server)) summaries.push(await runMode(mode));
  const summary = sumOf(summaries);
  await writeResults("javascript", mergedResults(seen));
  await writeClientsPage();
  process.stdout.write(`\n${closingLine(summary)}\n`);
  process.exitCode = summary.failed > 0 ? 1 : 0;
} finally {
  await server.stop();
}
