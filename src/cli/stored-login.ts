import { chmodSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { replaceFile } from "../kernel/atomic-file.ts";
import { isMissing } from "../kernel/error-code.ts";
import { StartError } from "./command.ts";

export interface StoredLogin {
  readonly address: string;
  readonly key: string;
}

/** `~/.config/docent/login.json` (XDG Base Directory), below `~/Library/Application Support` or `%APPDATA%` elsewhere. */
export function loginPath(): string {
  const folders: Readonly<Record<string, string | undefined>> = {
    win32: Bun.env.APPDATA,
    darwin: join(homedir(), "Library", "Application Support"),
  };
  const folder = folders[process.platform] ?? (Bun.env.XDG_CONFIG_HOME || join(homedir(), ".config"));
  return join(folder, "docent", "login.json");
}

/** @throws StartError if it cannot be used */
export function readLogin(): StoredLogin | null {
  const path = loginPath();
  try {
    // Not on Windows, whose folder is the person's own.
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
      throw new StartError(`Others can read ${path}, which has a key in it. Run: chmod 600 ${path}`);
    const { address, key } = JSON.parse(readFileSync(path, "utf8"));
    if (typeof address === "string" && typeof key === "string") return { address, key };
    throw new SyntaxError("it has no address and key");
  } catch (cause) {
    if (isMissing(cause)) return null;
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new StartError(`${path} is damaged. Run \`docent login\` again.`, cause);
  }
}

export async function storeLogin(login: StoredLogin): Promise<void> {
  const path = loginPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await replaceFile(path, [new TextEncoder().encode(`${JSON.stringify(login, null, 2)}\n`)]);
  chmodSync(path, 0o600);
}

/** @returns whether there was one */
export function forgetLogin(): boolean {
  const path = loginPath();
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  rmSync(path, { force: true });
  return isThere;
}
