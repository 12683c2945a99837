/**
 * Clients of other generators than those in `make clients`: each is made from the description of the executable, compiled,
 * and driven from a new expert with a file to its deletion. Needs Java, Python's venv and pip, and the network; what
 * else a machine lacks is named in the table. `make clients-generated` runs it; ARGS="orval go" takes some of them.
 */
import { cp, mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { closingLine } from "../../../.ci/test-summary.ts";
import { type ClientResult, writeResults } from "../client-results.ts";
import { apiKey, startDocent } from "../docent-process.ts";
import { writeClientsPage } from "../write-clients-page.ts";

const here = import.meta.dir;
/** Inside the package, so that tools find their imports; git ignores it. */
const place = join(here, "node_modules/.generated");
const description = join(place, "openapi.json");
const environment = join(here, "../../../.cache/clients-generated");
const python = join(environment, "bin/python");
const steps = ["expert", "file", "text", "wait", "query", "usage", "delete"];

interface Generator {
  readonly name: string;
  readonly client: string;
  readonly version: string;
  /** What makes and compiles it, in a folder of its own. */
  readonly made: readonly (readonly string[])[];
  /** Copied into the folder after the first command. */
  readonly walk: string;
  readonly run: readonly string[];
  /** Programs that the machine must have. */
  readonly needs?: readonly string[];
}

const tool = (name: string) => [process.execPath, join(here, "node_modules/.bin", name)];
const compiled = [...tool("tsc"), "--noEmit", "--project", "."];
const { dependencies } = await Bun.file(join(here, "package.json")).json();
const requirements = join(here, "requirements-generators.txt");
const javaGenerator = /openapi-generator-cli==(\S+)/.exec(await Bun.file(requirements).text())?.[1] ?? "";

function openapiGenerator(kind: string, properties: string, ...more: readonly string[]): readonly string[] {
  const only = "apiTests=false,modelTests=false,apiDocs=false,modelDocs=false";
  const given = ["-i", description, "-g", kind, "-o", ".", "--global-property", only, ...more];
  return [
    join(environment, "bin/openapi-generator-cli"),
    "generate",
    ...given,
    `--additional-properties=${properties}`,
  ];
}

const java = "invokerPackage=docent,apiPackage=docent.api,modelPackage=docent.model,openApiNullable=false";
// Without .NET: Mono's compiler, which reads C# 7, and Json.NET as it is on npm.
const csharp =
  "library=httpclient,packageName=Docent,targetFramework=net48,nullableReferenceTypes=false,supportsRetry=false";
const jsonNet = join(
  here,
  "node_modules/jillejr.newtonsoft.json-for-unity/Plugins/Newtonsoft.Json Editor/Newtonsoft.Json.dll",
);
const libraries = [
  "System.ComponentModel.DataAnnotations",
  "System.Runtime.Serialization",
  "System.Net.Http",
  "System.Web",
];
const csharpOptions = ["-langversion:7.2", "-nowarn:0219,0612", ...[...libraries, jsonNet].map((name) => `-r:${name}`)];

/** Packages of `make clients`. */
const { dependencies: beside } = await Bun.file(join(here, "../package.json")).json();
const besideTool = (name: string) => [process.execPath, join(here, "../node_modules/.bin", name)];
const besidePython = join(here, "../node_modules/.python/bin");
const pythonConfig = join(place, "python.yaml");
const pythonOptions = [
  "--output-path",
  "docent_client",
  "--meta",
  "none",
  "--config",
  pythonConfig,
  "--fail-on-warning",
];

const everywhere: readonly Generator[] = [
  {
    name: "orval",
    client: "orval",
    version: dependencies.orval,
    made: [[...tool("orval"), "--config", "orval.config.mjs"], compiled],
    walk: "orval-walk.ts",
    run: [process.execPath, "orval-walk.ts"],
  },
  {
    name: "hey-api",
    client: "@hey-api/openapi-ts",
    version: dependencies["@hey-api/openapi-ts"],
    made: [[...tool("openapi-ts"), "-i", description, "-o", "client"], compiled],
    walk: "hey-api-walk.ts",
    run: [process.execPath, "hey-api-walk.ts"],
  },
  {
    name: "typescript-fetch",
    client: "openapi-generator typescript-fetch",
    version: javaGenerator,
    made: [openapiGenerator("typescript-fetch", "npmName=docent"), compiled],
    walk: "fetch-walk.ts",
    run: [process.execPath, "fetch-walk.ts"],
  },
  {
    name: "python",
    client: "openapi-generator python",
    version: javaGenerator,
    made: [openapiGenerator("python", "packageName=docent_generated")],
    walk: "generated_walk.py",
    run: [python, "generated_walk.py"],
  },
  {
    name: "go",
    client: "openapi-generator go",
    version: javaGenerator,
    made: [openapiGenerator("go", "packageName=docent,withGoMod=true"), ["go", "build", "./..."]],
    walk: "walk.go",
    run: ["go", "run", "./walk"],
    needs: ["go"],
  },
  {
    name: "java",
    client: "openapi-generator java",
    version: javaGenerator,
    made: [
      openapiGenerator("java", java, "--library", "okhttp-gson"),
      ["mvn", "-q", "-DskipTests", "compile", "dependency:build-classpath", "-Dmdep.outputFile=classpath"],
    ],
    walk: "Walk.java",
    needs: ["javac", "mvn"],
    run: ["sh", "-c", 'exec java -cp "target/classes:$(cat classpath)" Walk.java'],
  },
  {
    name: "csharp",
    client: "openapi-generator csharp",
    version: javaGenerator,
    made: [openapiGenerator("csharp", csharp), ["mcs", "-out:walk.exe", ...csharpOptions, "-recurse:*.cs"]],
    walk: "Walk.cs",
    needs: ["mcs", "mono"],
    run: ["sh", "-c", `MONO_PATH='${join(jsonNet, "..")}' exec mono walk.exe`],
  },
  {
    name: "openapi-typescript",
    client: "openapi-typescript",
    version: beside["openapi-typescript"],
    made: [[...besideTool("openapi-typescript"), description, "-o", "schema.d.ts"], compiled],
    walk: "described-walk.ts",
    run: [process.execPath, "described-walk.ts"],
  },
  {
    name: "openapi-python-client",
    client: "openapi-python-client",
    version: /openapi-python-client==(\S+)/.exec(await Bun.file(join(here, "requirements.txt")).text())?.[1] ?? "",
    made: [[join(besidePython, "openapi-python-client"), "generate", "--path", description, ...pythonOptions]],
    walk: "described_walk.py",
    run: [join(besidePython, "python"), "described_walk.py"],
  },
];

async function outputOf(command: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  const child = Bun.spawn([...command], { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) === 0) return output;
  throw new Error(`${command.join(" ")}\n${output.slice(-4000)}\n${errors.slice(-4000)}`);
}

const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "es2023",
    module: "preserve",
    lib: ["es2023", "dom", "dom.iterable"],
  },
  include: ["**/*.ts"],
};

/** @throws Error with the output of the command that failed */
async function make({ name, made, walk }: Generator, env: Record<string, string>): Promise<void> {
  const folder = join(place, name);
  await mkdir(folder, { recursive: true });
  if (name === "orval") await cp(join(here, "orval.config.mjs"), join(folder, "orval.config.mjs"));
  const [first = [], ...others] = made;
  await outputOf(first, folder, env);
  await cp(join(here, walk), join(folder, walk === "walk.go" ? "walk/main.go" : walk));
  if (walk.endsWith(".ts")) await Bun.write(join(folder, "tsconfig.json"), JSON.stringify(strict));
  for (const command of others) await outputOf(command, folder, env);
}

async function drive(generator: Generator, env: Record<string, string>): Promise<ClientResult> {
  const { name, client, version, made, run, needs = [] } = generator;
  const missing = needs.filter((program) => Bun.which(program) === null);
  if (missing.length > 0) return { client, version, operations: [`not run without ${missing}`], passed: 0, failed: 0 };
  const done: string[] = [];
  let trouble = "";
  try {
    await make(generator, env);
    done.push(made.length > 1 ? "compiled" : "generated");
    const output = await outputOf(run, join(place, name), env);
    for (const [, step = ""] of output.matchAll(/^ok (\w+)$/gm)) done.push(step);
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
  }
  const isWhole = trouble === "" && steps.every((step) => done.includes(step));
  process.stdout.write(`${isWhole ? "ok" : "not ok"} ${client}: ${done.join(", ")}\n${trouble}\n`);
  return { client, version, operations: done, passed: isWhole ? 1 : 0, failed: isWhole ? 0 : 1 };
}

const wanted = process.argv.slice(2);
const chosen = everywhere.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const docent = await startDocent({});
try {
  await rm(place, { recursive: true, force: true });
  await Bun.write(pythonConfig, "post_hooks: []\n");
  await Bun.write(description, await fetch(new URL("/openapi.json", docent.baseURL)));
  const env = {
    DOCENT_DESCRIPTION: description,
    DOCENT_TEST_URL: docent.baseURL,
    DOCENT_TEST_KEY: apiKey,
    NODE_PATH: join(here, "node_modules"),
  };
  const results: ClientResult[] = [];
  for (const generator of chosen) {
    results.push(await drive(generator, env));
    await writeResults(basename(here), results);
  }
  await writeClientsPage();
  const count = (of: "passed" | "failed") => results.reduce((sum, result) => sum + result[of], 0);
  const [passed, failed] = [count("passed"), count("failed")];
  process.stdout.write(`\n${closingLine({ passed, failed, skipped: results.length - passed - failed })}\n`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  await docent.stop();
}
