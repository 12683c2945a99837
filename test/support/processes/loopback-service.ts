/** A whole service in this process that listens on loopback, for tests that connect like any client. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../src/cli/run.ts";
import { type ServiceOptions, startService, type TestService } from "../service.ts";

export interface Said {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

export interface LoopbackService extends TestService {
  readonly address: string;
  /** The file with the owner's key. */
  readonly keyFile: string;
  /** Runs a command like `docent …`, with the service's address and key. */
  command(...args: string[]): Promise<Said>;
}

export async function listenOnLoopback(selection: ServiceOptions = {}): Promise<LoopbackService> {
  const service = await startService(selection);
  service.docent.app.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `http://127.0.0.1:${service.docent.app.server?.port}`;
  const keyFile = join(service.dataDir, "owner.key");
  writeFileSync(keyFile, `${service.owner}\n`);
  const close = async () => {
    await service.docent.app.server?.stop(true);
    await service.close();
  };
  const command = (...[name = "", ...rest]: string[]) => docent(name, "--url", address, "--key-file", keyFile, ...rest);
  return { ...service, address, keyFile, command, close };
}

/** Runs a command like `docent …`, in this process and without a terminal. */
export async function docent(...args: string[]): Promise<Said> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, { print: (line) => out.push(line), complain: (line) => err.push(line) });
  return { code, out, err };
}
