/** An expert whose documents are in several languages. */
import { Database as Sqlite } from "bun:sqlite";
import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import type { SourceObject } from "../../src/api/source-schemas.ts";
import { clockAt, startService, type TestService } from "../support/service.ts";

const open: TestService[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const notes = {
  en: "The filters of the heating system are replaced every six months. The boiler stands in the cellar beside the washing machines.",
  de: "Die Mülltonnen werden jeden Dienstag geleert. Sperrmüll holt die Stadt nach einem Anruf beim Entsorgungsbetrieb ab.",
  zh: "空气炸锅烤鸡翅时应设定为180度。烤薯条需要二十分钟，中途翻动一次。",
};

async function house(language?: string): Promise<TestService> {
  const docent = await startService();
  open.push(docent);
  await docent.request("POST", "/v1/experts", { body: { name: "House", ...(language && { language }) } });
  for (const [title, text] of Object.entries(notes))
    await docent.request("POST", "/v1/experts/house/sources?wait=60", { body: { text, title, external_id: title } });
  return docent;
}

async function ask(docent: TestService, question: string) {
  const reply = await docent.request("POST", "/v1/experts/house/query", { body: { question } });
  const { answer, abstained } = reply.as(AnswerObject);
  return { answer: answer ?? "", abstained };
}

async function languages(docent: TestService) {
  const { data } = JSON.parse((await docent.request("GET", "/v1/experts/house/sources")).text);
  return Object.fromEntries(data.map((source: typeof SourceObject.static) => [source.title, source.language]));
}

test("finds each source's language and answers each question in its own", async () => {
  const docent = await house();
  expect((await docent.request("GET", "/v1/experts/house")).as(ExpertObject).language).toBe("auto");
  expect(await languages(docent)).toEqual({ en: "en", de: "de", zh: "zh" });
  const answers = [
    await ask(docent, "How often are the filters replaced?"),
    await ask(docent, "Wann werden die Mülltonnen geleert?"),
    await ask(docent, "空气炸锅烤鸡翅应设定多少度？"),
  ];
  expect(answers.map(({ abstained }) => abstained)).toEqual([false, false, false]);
  expect(answers[0]!.answer).toContain("every six months");
  expect(answers[1]!.answer).toContain("jeden Dienstag");
  expect(answers[2]!.answer).toContain("180度");
});

test("refuses in the language of the question, whatever the expert is set to", async () => {
  const docent = await house("en");
  const refusals = [
    await ask(docent, "Who is the president of the tennis club?"),
    await ask(docent, "Wer ist der Präsident des Tennisvereins?"),
    await ask(docent, "网球俱乐部的主席是谁？"),
  ];
  expect(refusals.map(({ abstained }) => abstained)).toEqual([true, true, true]);
  expect(refusals.map(({ answer }) => /[äü]|keine/.test(answer))).toEqual([false, true, false]);
  expect(/\p{Script=Han}/u.test(refusals[2]!.answer)).toBe(true);
});

test("a set language does not stand in the way of a document in another one", async () => {
  const docent = await house("en");
  const { answer, abstained } = await ask(docent, "Wann werden die Mülltonnen geleert?");
  expect([abstained, answer.includes("jeden Dienstag")]).toEqual([false, true]);
});

test("the languages of a folder from before are found after the start, and its index follows", async () => {
  const docent = await house("en");
  await docent.request("POST", "/v1/experts/house/query", { body: { question: "filters" } });
  await docent.stop();
  const database = new Sqlite(join(docent.dataDir, "docent.db"));
  database.run("UPDATE source_versions SET language = NULL");
  database.run("UPDATE chunks SET language = NULL, reading = NULL");
  database.run("UPDATE experts SET readings = NULL");
  database.close();
  const resumed = await startService({ resume: docent, clock: clockAt(docent.clock.now() + 1000) });
  open.splice(open.indexOf(docent), 1, resumed);
  for (let turns = 0; turns < 2000 && Object.values(await languages(resumed)).includes(null); turns++)
    await new Promise<void>((go) => setTimeout(go, 1));
  expect(await languages(resumed)).toEqual({ en: "en", de: "de", zh: "zh" });
  const { answer } = await ask(resumed, "Wann werden die Mülltonnen geleert?");
  expect(answer).toContain("jeden Dienstag");
});
