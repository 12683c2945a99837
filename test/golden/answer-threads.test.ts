/** Answers from answer threads equal those of the thread of the requests, and know everything that was committed before. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseExposition } from "../support/replies/exposition-parser.ts";
import { startService, type TestService } from "../support/service.ts";

const handbook = join(import.meta.dir, "../../docs/handbook");
const services: TestService[] = [];
afterAll(() => Promise.all(services.map((service) => service.close())));

async function start(options: Parameters<typeof startService>[0]): Promise<TestService> {
  const service = await startService(options);
  services.push(service);
  return service;
}

async function add(service: TestService, text: string): Promise<string> {
  const reply = await service.request("POST", "/v1/experts/house/sources?wait=60", { body: { text } });
  const { id, status } = JSON.parse(reply.text);
  expect(status).toBe("ready");
  return id;
}

/** The answer without what differs between two requests. Every second one with the passages found: the threads give fewer else. */
async function answer(service: TestService, question: string, more: object = {}): Promise<unknown> {
  const body = { question, include: question.length % 2 === 0 ? ["retrieved", "scores"] : [], ...more };
  const reply = await service.request("POST", "/v1/experts/house/query", { body });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text, (name, value) =>
    name === "created_at" || (name === "id" && String(value).startsWith("qry")) ? undefined : value,
  );
}

/** Eight at a time, so that every thread gets some. */
async function answers(service: TestService, questions: readonly string[], more: object = {}): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let at = 0; at < questions.length; at += 8) {
    all.push(...(await Promise.all(questions.slice(at, at + 8).map((question) => answer(service, question, more)))));
  }
  return all;
}

async function measured(service: TestService, name: string): Promise<number> {
  const families = parseExposition((await service.request("GET", "/metrics")).text);
  return families.get(name)?.samples.get(`${name}{}`) ?? Number.NaN;
}

const onThreads = (service: TestService) => measured(service, "docent_answer_thread_questions_total");

/** Saves the memory, which the threads map, and asks until both threads run. */
/** With the first vectors, a memory has another form, so threads would wait for its next snapshot. */
async function encoded(service: TestService): Promise<void> {
  for (let looks = 0; looks < 1200; looks++) {
    const { sense, vectors } = JSON.parse((await service.request("GET", "/v1/experts/house")).text);
    if ([sense, vectors].every(({ done, total }) => total > 0 && done === total)) return;
    await Bun.sleep(50);
  }
  throw new Error("the encoding does not come to an end");
}

async function bringUp(service: TestService): Promise<void> {
  await answer(service, "What opens the memory?");
  service.clock.advance(20_000);
  await service.docent.memory.flush();
  for (let i = 0; (await measured(service, "docent_answer_threads")) < 2; i++) {
    await answers(service, [`What is number ${i}?`, `Where is number ${i}?`, `Who is number ${i}?`]);
  }
  service.clock.advance(5000); // after the first question, a thread may have been behind
}

function questionsAbout(texts: readonly string[]): string[] {
  const forms = ["What is said about", "How do I deal with", "When is there", "Who needs", "How many are there of"];
  return texts.flatMap((text) => {
    const words = text.match(/\p{L}{4,}/gu) ?? [];
    return forms.flatMap((form, i) =>
      [0, 40, 90].map((at) => `${form} ${words.slice(at + i * 5, at + i * 5 + 4).join(" ")}?`),
    );
  });
}

/**
 * The answers, after the threads have worked on at least four of these questions. The service answers a question that comes
 * alone by itself, so that no fixed share is the threads'; and it stops asking threads that were behind until time passes.
 */
async function answersOfThreads(
  service: TestService,
  questions: readonly string[],
  more: object = {},
): Promise<unknown[]> {
  const before = await onThreads(service);
  const given: unknown[] = [];
  for (let round = 0; round < 20; round++) {
    given.push(...(await answers(service, questions, more)));
    if ((await onThreads(service)) - before >= 4) return given;
    service.clock.advance(2000);
    // What was found is remembered until something is committed.
    await service.request("PATCH", "/v1/experts/house", { body: { description: `Round ${round}.` } });
  }
  throw new Error("the threads worked on fewer than four of the questions");
}

const passagesOnly = { generate: false, k: 20 };
const onlyTexts = { filter: { mime_type: "text/plain" } };

test("60 questions about the handbook, on two threads and on none", async () => {
  const service = await start({ settings: { DOCENT_ANSWER_THREADS: "2" } });
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  const texts = readdirSync(handbook)
    .slice(0, 10)
    .map((name) => readFileSync(join(handbook, name), "utf8"));
  await Promise.all(texts.map((text) => add(service, text)));
  await bringUp(service);

  const questions = [...new Set(questionsAbout(texts))].slice(0, 60);
  expect(questions).toHaveLength(60);
  const given = (await answersOfThreads(service, questions)).slice(-60);
  const passages = (await answersOfThreads(service, questions.slice(0, 10), passagesOnly)).slice(-10);
  const filtered = (await answersOfThreads(service, questions.slice(10, 20), onlyTexts)).slice(-10);

  await service.stop();
  services.pop();
  const { dataDir, owner, clock } = service;
  const alone = await start({ resume: { dataDir, owner }, clock });
  expect(await answers(alone, questions)).toEqual(given);
  expect(await answers(alone, questions.slice(0, 10), passagesOnly)).toEqual(passages);
  expect(await answers(alone, questions.slice(10, 20), onlyTexts)).toEqual(filtered);
  expect(await onThreads(alone)).toBe(0);
});

test("what is ready is found, and what is deleted is not, whichever thread answers", async () => {
  const service = await start({ settings: { DOCENT_ANSWER_THREADS: "2", DOCENT_SENSE: "on" } });
  await service.request("POST", "/v1/experts", { body: { name: "House" } });
  await add(service, "The pump stands in the cellar. It is oiled every month.");
  await encoded(service);
  await bringUp(service);
  for (const name of ["zanzibar", "oregano", "pelican", "tamarind"]) {
    const id = await add(service, `The ${name} filter is replaced after ${name.length} years.`);
    const asked = Array.from(
      { length: 6 },
      (_, i) => `How often is the ${name} filter replaced, for the ${i + 2}. time?`,
    );
    for (const given of await answersOfThreads(service, asked)) expect(JSON.stringify(given)).toContain(id);
    expect((await service.request("DELETE", `/v1/experts/house/sources/${id}`)).status).toBeLessThan(300);
    const later = asked.map((question) => question.replace("How often", "When"));
    for (const given of await answersOfThreads(service, later)) expect(JSON.stringify(given)).not.toContain(id);
  }
});
