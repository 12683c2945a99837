/** `docent ask` with a server that streams quotes with control codes, errors, and an incomplete answer. */
import { afterAll, afterEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refusing, type ScriptedServer, scriptedServer, streaming } from "../../support/fakes/scripted-server.ts";
import { docent } from "../../support/processes/loopback-service.ts";

const folder = mkdtempSync(join(tmpdir(), "docent-ask-"));
const keyFile = join(folder, "key");
writeFileSync(keyFile, "a-key-of-sixteen");
afterAll(() => rmSync(folder, { recursive: true }));

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.die();
  server = null;
});

function ask(...events: readonly (readonly [name: string, data: unknown])[]) {
  server = scriptedServer(streaming(...events));
  return docent("ask", "x", "Why?", "--url", server.address, "--key-file", keyFile);
}

const citation = { index: 1, title: "Manual", section: "", page: null, url: null, quote: "Because." };
const answer = {
  object: "answer",
  answer: "Because [1].",
  abstained: false,
  abstain_reason: null,
  citations: [citation],
};
const start = ["start", { id: "qry_1" }] as const;

test("a source has its section, page and address", async () => {
  const far = { ...citation, section: "Pumps > Filters", page: 3, url: "https://example.org/manual" };
  expect(await ask(start, ["delta", { text: "Because [1]." }], ["done", { ...answer, citations: [far] }])).toEqual({
    code: 0,
    err: [],
    out: [
      ...["Because [1].", "", "[1] Manual, Pumps > Filters, page 3", '    "Because."'],
      "    https://example.org/manual",
    ],
  });
});

test("the content of documents cannot control the terminal", async () => {
  const evil = { ...citation, title: "a\x1b]0;b\x07\nc", quote: "first\n\x1b[2Jsecond\u202e" };
  const { out } = await ask(start, ["done", { ...answer, answer: "one\ntwo\x1b[31m", citations: [evil] }]);
  expect(out).toEqual([...["one\ntwo\ufffd[31m", "", "[1] a\ufffd]0;b\ufffd c", '    "first \ufffd[2Jsecond\ufffd"']]);
});

test("an error within the stream, an incomplete answer and an unknown reply end with 1", async () => {
  const error = { message: "The model does not answer.", type: "server_error", code: "upstream_timeout" };
  expect(await ask(start, ["delta", { text: "Be" }], ["error", { error }])).toEqual({
    code: 1,
    out: [],
    err: ["The model does not answer."],
  });
  const broken = await ask(start, ["delta", { text: "Be" }]);
  expect([broken.code, broken.err]).toEqual([1, [expect.stringContaining("the answer broke off")]]);
  const strange = await ask(start, ["done", { answer: 7 }]);
  expect([strange.code, strange.err]).toEqual([
    1,
    [expect.stringContaining('reply.object is undefined, not "answer"')],
  ]);
});

test("a busy service is waited for, with one message", async () => {
  const busy = refusing(503, "overloaded", { "retry-after": "0" });
  const text = `event: done\ndata: ${JSON.stringify(answer)}\n\n`;
  server = scriptedServer(busy, busy, () => new Response(text));
  const said = await docent("ask", "x", "Why?", "--url", server.address, "--key-file", keyFile);
  expect([said.code, said.err]).toEqual([0, ["Refused: overloaded. Trying again in 0 s."]]);
});
