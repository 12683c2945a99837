/**
 * Drives the compiled executable with Python's clients, with and without a model server behind it. Each group of
 * libraries has an environment of its own, since their wants conflict. Needs Python 3.10 or newer, pip and the network.
 * `make clients-python` runs it; ARGS="own_client connectors" takes some of them.
 */
import { basename, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { type ClientResult, writeResults } from "./client-results.ts";
import { apiKey, startDocent } from "./docent-process.ts";
import { startModelServer } from "./model-server.ts";
import { mergedResults, seenOperations } from "./seen-operations.ts";
import { writeClientsPage } from "./write-clients-page.ts";

const folder = join(import.meta.dir, "python");
const environments = join(import.meta.dir, "../../.cache/clients-python");
/** What our own package needs, as `make client-packages` built it. */
const own = join(import.meta.dir, "../../clients/python/requirements-test.txt");
const groups = [
  { name: "openai-clients", requirements: join(folder, "requirements-openai.txt") },
  { name: "instructor-client", requirements: join(folder, "requirements-instructor.txt") },
  { name: "programs", requirements: join(folder, "requirements-programs.txt") },
  { name: "pipelines", requirements: join(folder, "requirements-pipelines.txt") },
  { name: "rerankers", requirements: join(folder, "requirements-rerankers.txt") },
  { name: "own_client", requirements: own, row: "docent-client" },
  { name: "connectors", requirements: own, row: "clients/connectors/paperless.py" },
];
const packages = join(import.meta.dir, "../../dist/clients");

/** By how the names of their checks begin; what follows is the operation. */
const libraries = {
  openai_: "openai",
  langchain_cohere: "langchain-cohere",
  langchain_: "langchain-openai",
  instructor_: "instructor",
  pydantic_ai_: "pydantic-ai-slim",
  dspy_: "dspy",
  haystack_: "haystack-ai",
  cohere_: "cohere",
  llamaindex_cohere: "llama-index-postprocessor-cohere-rerank",
  llamaindex_jina: "llama-index-postprocessor-jinaai-rerank",
} as const;

/** @param checks lines such as `ok openai chat` @param requirements with the versions */
function resultsOf(checks: string, requirements: string): ClientResult[] {
  return [...checks.matchAll(/^(ok|not ok) (.+)$/gm)].flatMap(([, outcome, given = ""]) => {
    const name = given.replaceAll(" ", "_");
    const [prefix, client] = Object.entries(libraries).find(([begin]) => name.startsWith(begin)) ?? ["", ""];
    const version = new RegExp(`^${client}(?:\\[\\w+\\])?==(\\S+)$`, "m").exec(requirements)?.[1];
    if (client === "" || version === undefined) return [];
    const operation = name.slice(prefix.length).replaceAll("_", " ") || "rerank";
    const isGood = outcome === "ok";
    return [
      { client, version, operations: isGood ? [operation] : [], passed: Number(isGood), failed: Number(!isGood) },
    ];
  });
}

/** The interpreter of a group, whose libraries are there. */
async function interpreterOf(requirements: string): Promise<string> {
  const wanted = await Bun.file(requirements).text();
  const environment = join(environments, basename(requirements, ".txt"));
  const python = join(environment, "bin/python");
  const installed = Bun.file(join(environment, basename(requirements)));
  if ((await installed.exists()) && (await installed.text()) === wanted) return python;
  await succeed(["python3", "-m", "venv", "--clear", environment], {});
  await succeed([python, "-m", "pip", "install", "--quiet", "-r", requirements], {});
  await Bun.write(installed, wanted);
  return python;
}

async function installOwn(python: string): Promise<void> {
  const [wheel = ""] = await Array.fromAsync(new Bun.Glob("*.whl").scan({ cwd: packages, absolute: true }));
  await succeed([python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel], {});
}

async function succeed(command: string[], env: Record<string, string>): Promise<void> {
  if ((await run(command, env)) !== 0) throw new Error(`${command.join(" ")} failed`);
}

function run(command: string[], env: Record<string, string>): Promise<number> {
  return Bun.spawn(command, { env: { ...process.env, ...env }, stdio: ["ignore", "inherit", "inherit"] }).exited;
}

/** Shows its output, too. */
async function runAndRead(command: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    process.stdout.write(text);
    output += text;
  }
  return { code: await child.exited, output };
}

const results: ClientResult[] = [];
const server = startModelServer();
const withModel = { DOCENT_LLM_URL: server.url, DOCENT_LLM_MODEL: "quoting", DOCENT_LLM_CONTEXT: "8192" };
const modes = [
  { name: "answers in the sources' own sentences", settings: {}, env: {} },
  { name: "answers of a model server", settings: withModel, env: { DOCENT_TEST_MODEL_SERVER: server.url } },
];
try {
  const wanted = process.argv.slice(2);
  const chosen = groups.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const scripts = await Array.fromAsync(chosen, async ({ name, requirements, row }) => {
    const python = await interpreterOf(requirements);
    if (requirements === own) await installOwn(python);
    return { script: join(folder, `${name}.py`), python, requirements, row };
  });
  for (const { name, settings, env } of modes) {
    process.stdout.write(`\n== ${name}\n`);
    const docent = await startDocent(settings);
    for (const { script, python, requirements, row } of scripts) {
      const given = { ...env, DOCENT_TEST_URL: docent.baseURL, DOCENT_TEST_KEY: apiKey };
      let report = "";
      const run = async () => {
        const { code, output } = await runAndRead([python, script], given);
        if (code !== 0) process.exitCode = 1;
        report = output;
        const count = (outcome: RegExp) => [...output.matchAll(outcome)].length;
        return { passed: count(/^ok /gm), failed: count(/^not ok /gm), skipped: 0 };
      };
      const facts = { client: row ?? script, version: manifest.version, baseURL: docent.baseURL };
      const { result } = await seenOperations(facts, run);
      results.push(...(row === undefined ? resultsOf(report, await Bun.file(requirements).text()) : [result]));
    }
    await docent.stop();
  }
  if (results.length > 0) {
    await writeResults("python", mergedResults(results));
    await writeClientsPage();
  }
} finally {
  await server.stop();
}
