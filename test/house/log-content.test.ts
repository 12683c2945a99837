/** The log is for operators, so it must not contain users' texts, questions or keys. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService } from "../../src/compose/compose.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import { createLog } from "../../src/kernel/log.ts";

const document = "The zanzibar vault opens with the marmalade sequence.";
const question = "What opens the zanzibar vault?";

test("no line of the log contains a document, a question, an answer or a key", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "docent-log-"));
  const lines: string[] = [];
  const log = createLog("json", systemClock, (line) => lines.push(line));
  const docent = await openService(loadConfig({ env: {}, flags: ["--data-dir", dataDir, "--sense", "off"] }), { log });
  try {
    const workspace = await docent.workspaces.create("default");
    const { secret } = await docent.keys.create({ workspaceId: workspace.id, name: "test" });
    docent.begin();
    const send = async (path: string, body: unknown, key = secret) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const init = { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body) };
      const response = await docent.app.handle(new Request(`http://localhost/v1${path}`, init));
      const text = await response.text();
      // The access log writes its line in the turn of the event loop after the response.
      await new Promise((resolve) => setImmediate(resolve));
      return { status: response.status, text };
    };

    expect((await send("/experts", { name: "Vault" })).status).toBe(201);
    expect((await send("/experts/vault/sources?wait=60", { text: document })).status).toBe(201);
    expect((await send("/experts/vault/query", { question })).text).toContain("marmalade");
    const messages = [{ role: "user", content: question }];
    expect((await send("/chat/completions", { model: "vault", messages })).text).toContain("marmalade");
    expect((await send("/experts/vault/query", { question, zanzibar: 1 })).status).toBe(400);
    expect((await send("/experts/vault/query", `{"question": "${question}`)).status).toBe(400);
    expect((await send("/experts", { name: "Vault" }, `${secret}x`)).status).toBe(401);

    const requests = lines.filter((line) => line.includes('"event":"request"')).map((line) => JSON.parse(line));
    expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
      ["POST", "/v1/experts", 201],
      ["POST", "/v1/experts/:id/sources", 201],
      ["POST", "/v1/experts/:id/query", 200],
      ["POST", "/v1/chat/completions", 200],
      ["POST", "/v1/experts/:id/query", 400],
      ["POST", "/v1/experts/:id/query", 400],
      ["POST", "/v1/experts", 401],
    ]);
    expect(
      requests.map(({ key, expert }) => [key?.startsWith("key_") === true, expert?.startsWith("exp_") === true]),
    ).toEqual([...[[true, false], ...Array(5).fill([true, true]), [false, false]]]);
    expect(lines.filter((line) => /zanzibar|marmalade/i.test(line) || line.includes(secret))).toEqual([]);
  } finally {
    await docent.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("an operator can log questions and answers, but no key", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "docent-log-"));
  const lines: string[] = [];
  const log = createLog("json", systemClock, (line) => lines.push(line));
  const docent = await openService(loadConfig({ env: {}, flags: ["--data-dir", dataDir, "--log-content"] }), { log });
  try {
    const workspace = await docent.workspaces.create("default");
    const { secret } = await docent.keys.create({ workspaceId: workspace.id, name: "test" });
    const { id } = await docent.experts.create({ workspaceId: workspace.id, expertIds: null }, { name: "Vault" });
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ question }) };
    await (await docent.app.handle(new Request("http://localhost/v1/experts/vault/query", init))).text();
    const answer = lines.map((line) => JSON.parse(line)).find(({ event }) => event === "answer");
    expect(answer).toMatchObject({ expert: id, question, abstainReason: "no_sources" });
    expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  } finally {
    await docent.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
