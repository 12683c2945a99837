/** Uses the runtime's sinks, because its copies of Node's streams take 15 ms to load. */
import { fstatSync, statSync } from "node:fs";
import { errorCode } from "../../kernel/error-code.ts";
import { type Console, type Paint, plain } from "../command.ts";

const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;

export function isTerminal(name: keyof typeof descriptors): boolean {
  try {
    const found = fstatSync(descriptors[name]);
    return found.isCharacterDevice() && !isNullDevice(found.rdev) && process[name].isTTY === true;
  } catch {
    return false; // closed by whoever started the process
  }
}

function isNullDevice(device: number): boolean {
  return statSync("/dev/null", { throwIfNoEntry: false })?.rdev === device;
}

export function terminalConsole(): Console {
  const print = writerTo(() => Bun.stdout.writer());
  const complain = writerTo(() => Bun.stderr.writer());
  const [onInput, onOutput, onErrors] = [isTerminal("stdin"), isTerminal("stdout"), isTerminal("stderr")];
  return {
    print: (line) => print(`${line}\n`),
    complain: (line) => complain(`${onErrors ? renewed("") : ""}${line}\n`),
    lines: linesOfInput,
    paint: paintFor(onOutput, Bun.env),
    ...(onInput ? { confirm: (question: string) => confirm(question) } : {}),
    ...(onOutput ? { write: print } : {}),
    ...(onErrors ? { renew: (line: string) => complain(renewed(line)) } : {}),
  };
}

/** Not with NO_COLOR (no-color.org), whatever its value. */
export function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const isUnwanted = (env.NO_COLOR ?? "") !== "" || env.TERM === "dumb";
  if (!isTerminal || isUnwanted) return plain;
  // Loaded late, because it takes 3 ms.
  const { styleText } = process.getBuiltinModule("node:util");
  return (style, text) => styleText(style, text, { validateStream: false });
}

function linesOfInput(): AsyncIterable<string> {
  return process.getBuiltinModule("node:readline").createInterface({ input: process.stdin });
}

/** At once, or in order as fast as the reader reads. */
function writerTo(open: () => Bun.FileSink): (text: string) => void {
  let sink: Bun.FileSink | null = null;
  const send = async (text: string) => {
    sink ??= open();
    await Promise.all([sink.write(text), sink.flush()]);
  };
  return (text) => void send(text).catch(endAlone);
}

/** Its reader, such as `head`, has closed the pipe. */
function endAlone(error: unknown): void {
  if (errorCode(error) !== "EPIPE") throw error;
  process.exit();
}

/** Clears the line (ECMA-48) and writes a line that fits. */
function renewed(line: string): string {
  const width = (process.stderr.columns || 80) - 1; // 0 where a terminal does not know
  return `\r\x1b[2K${Bun.sliceAnsi(line, 0, width)}`;
}
