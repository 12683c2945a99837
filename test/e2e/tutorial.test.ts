/** Every command of docs/tutorial.md, in order, in an empty folder, with the output that the page shows. */
import { afterAll, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { executable, openBench } from "../support/binary.ts";
import { repository } from "../support/source-tree.ts";

const bench = openBench();
afterAll(() => bench.clean());

interface Step {
  readonly commands: string;
  /** Null if the page shows no output. */
  readonly output: string | null;
}

function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/^```(sh|text)\n([\s\S]*?)^```$/gm)].map(([, kind, text]) => ({
    kind,
    text: text!,
  }));
  return blocks.flatMap(({ kind, text }, at): Step[] => {
    const next = blocks[at + 1];
    return kind === "sh" ? [{ commands: text, output: next?.kind === "text" ? next.text : null }] : [];
  });
}

/** `…` stands for any text, and on a separate line for any lines. */
function patternOf(output: string): RegExp {
  const lines = output.trimEnd().split("\n");
  const escaped = lines.map((line) => (line === "…" ? "[\\s\\S]*" : RegExp.escape(line).replaceAll("…", "[\\s\\S]*")));
  return new RegExp(`^${escaped.join("\\n*")}\\s*$`);
}

test("the tutorial works as written", async () => {
  const [serve, key, ...steps] = stepsOf(await Bun.file(`${repository}docs/tutorial.md`).text());
  const cwd = bench.folder();
  expect(serve?.commands).toBe("docent serve --data-dir ./tutorial-data\n");
  const service = await bench.start({ dataDir: join(cwd, "tutorial-data"), cwd });
  const { port } = new URL(service.address);
  expect(service.greeting.replaceAll(port, "7333")).toMatch(patternOf(serve?.output ?? ""));
  expect(key?.commands).toBe("export DOCENT_API_KEY=dk_...\n");

  const env = { PATH: `${dirname(executable)}:${Bun.env.PATH}`, DOCENT_API_KEY: service.key, DOCENT_PORT: port };
  expect(steps.length).toBeGreaterThan(6);
  for (const { commands, output } of steps) {
    const script = commands.replaceAll("127.0.0.1:7333", `127.0.0.1:${port}`);
    const shell = Bun.spawn(["sh", "-ec", `${script}\n`], {
      cwd,
      env,
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err, code] = await Promise.all([shell.stdout.text(), shell.stderr.text(), shell.exited]);
    expect({ commands, code, err: code === 0 ? "" : err }).toEqual({ commands, code: 0, err: "" });
    if (output !== null) expect(out).toMatch(patternOf(output));
  }
  expect(await service.terminate()).toBe(0);
});
