import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forOwnerAlone, freeSocket } from "../../src/cli/serving/unix-socket.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-socket-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Listens there in a separate process, which is then killed, so that its socket remains. */
async function leaveStale(path: string): Promise<void> {
  const program = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => console.log("on"))`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe" });
  await child.stdout.getReader().read();
  child.kill("SIGKILL");
  await child.exited;
}

test("a path that is free stays free", async () => {
  const path = join(folder, "free");
  await freeSocket(path);
  expect(existsSync(path)).toBe(false);
});

test("a socket that a dead process left is removed", async () => {
  const path = join(folder, "stale");
  await leaveStale(path);
  expect(statSync(path).isSocket()).toBe(true);
  await freeSocket(path);
  expect(existsSync(path)).toBe(false);
});

test("one that somebody listens on is not, nor is a file", async () => {
  const path = join(folder, "busy");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  expect(freeSocket(path)).rejects.toThrow(`Another process is listening on ${path}`);
  await new Promise((resolve) => server.close(resolve));
  const file = join(folder, "file");
  writeFileSync(file, "precious");
  expect(freeSocket(file)).rejects.toThrow(`${file} (DOCENT_SOCKET) exists and is not a socket.`);
  expect(existsSync(file)).toBe(true);
});

test("what is made for the owner alone is, and what comes after is as usual", () => {
  const [before, own, usual] = [join(folder, "before"), join(folder, "own"), join(folder, "usual")];
  writeFileSync(before, "");
  forOwnerAlone(() => writeFileSync(own, ""));
  writeFileSync(usual, "");
  expect(statSync(own).mode & 0o777).toBe(0o600);
  expect(statSync(usual).mode).toBe(statSync(before).mode);
});
