/**
 * Drives the compiled executable with Python's clients, with and without a model server behind it. Each group of
 * libraries has an environment of its own, since their wants conflict. Needs Python 3.10 or newer, pip and the network.
 */
import { basename, join } from "node:path";
import { apiKey, startDocent } from "./docent-process.ts";
import { startModelServer } from "./model-server.ts";

const folder = join(import.meta.dir, "python");
const environments = join(import.meta.dir, "../../.cache/clients-python");
const groups = [
  { script: "openai-clients.py", requirements: "requirements-openai.txt" },
  { script: "programs.py", requirements: "requirements-programs.txt" },
  { script: "pipelines.py", requirements: "requirements-pipelines.txt" },
  { script: "rerankers.py", requirements: "requirements-rerankers.txt" },
];

/** Our own package, as `make client-packages` built it. */
const own = join(import.meta.dir, "../../clients/python/requirements-test.txt");
const packages = join(import.meta.dir, "../../dist/clients");

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

async function interpreterWithOwn(): Promise<string> {
  const python = await interpreterOf(own);
  const [wheel = ""] = await Array.fromAsync(new Bun.Glob("*.whl").scan({ cwd: packages, absolute: true }));
  await succeed([python, "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", wheel], {});
  return python;
}

async function succeed(command: string[], env: Record<string, string>): Promise<void> {
  if ((await run(command, env)) !== 0) throw new Error(`${command.join(" ")} failed`);
}

function run(command: string[], env: Record<string, string>): Promise<number> {
  return Bun.spawn(command, { env: { ...process.env, ...env }, stdio: ["ignore", "inherit", "inherit"] }).exited;
}

const server = startModelServer();
const withModel = { DOCENT_LLM_URL: server.url, DOCENT_LLM_MODEL: "quoting", DOCENT_LLM_CONTEXT: "8192" };
const modes = [
  { name: "answers in the sources' own sentences", settings: {}, env: {} },
  { name: "answers of a model server", settings: withModel, env: { DOCENT_TEST_MODEL_SERVER: server.url } },
];
try {
  const scripts = await Array.fromAsync(groups, async ({ script, requirements }) => ({
    script: join(folder, script),
    python: await interpreterOf(join(folder, requirements)),
  }));
  const withOwn = await interpreterWithOwn();
  for (const name of ["own_client.py", "connectors.py"]) scripts.push({ script: join(folder, name), python: withOwn });
  for (const { name, settings, env } of modes) {
    process.stdout.write(`\n== ${name}\n`);
    const docent = await startDocent(settings);
    for (const { script, python } of scripts) {
      const given = { ...env, DOCENT_TEST_URL: docent.baseURL, DOCENT_TEST_KEY: apiKey };
      if ((await run([python, script], given)) !== 0) process.exitCode = 1;
    }
    await docent.stop();
  }
} finally {
  await server.stop();
}
