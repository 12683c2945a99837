/** The expert that every installation has answers what newcomers ask, in their words. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { AnswerObject } from "../../src/api/answer-schemas.ts";
import { ExpertObject } from "../../src/api/expert-schemas.ts";
import { english } from "../../src/console/app/english-texts.ts";
import { handbookPages } from "../../src/http/description/handbook-pages.ts";
import { openBench, type RunningBinary } from "../support/binary.ts";

setDefaultTimeout(240_000);
const bench = openBench();
let service: RunningBinary;

beforeAll(async () => {
  service = await bench.start({ dataDir: bench.folder() });
  for (;;) {
    const { source_counts: counts, sense } = (await service.request("GET", "/v1/experts/handbook")).as(ExpertObject);
    if (counts.ready === handbookPages.length && sense !== null && sense.done === sense.total) return;
    // Encoding makes way for requests.
    await Bun.sleep(200);
  }
});
afterAll(() => bench.clean());

/** What the answer must say. */
const asked: Readonly<Record<string, string>> = {
  "What is Docent?": "memory service that answers questions from your own documents",
  "How do I add sources?": "docent ingest",
  "How do I add a folder of files?": "docent ingest",
  "How do I connect a chat client?": "base address",
  "What happens without a language model?": "sentences of your sources",
  "How do I back up every night?": "--backup-every 24h",
  "Can I use it from Python?": "openai",
  "How do I use it with Ollama?": "DOCENT_LLM_URL",
  "How do I connect Open WebUI?": "Manage OpenAI API Connections",
  "How do I update to a new version?": "replace the executable",
  "Where is my data stored?": "data folder",
  "How do I delete a source?": "DELETE /v1/experts",
  "How do I create an API key?": "docent keys create",
  "Can other people use my Docent?": "several people",
  "How do I run it as a service?": "docent install",
  "Does it work offline?": "no network",
  "Which file formats can it read?": "Markdown",
  "Can it read scanned PDFs?": "text recognition (OCR)",
  "How do I restore a backup?": "docent restore",
  "What does confidence mean?": "share of right answers",
  "Why did it not answer my question?": "sentence of the documents is likely enough",
  "How do I keep a folder in sync?": "--watch",
  "How do I crawl a website?": "Website",
  "How do I give somebody read-only access?": "key",
  "What is an expert?": "named memory",
  "How do I make a new expert?": "New expert",
  "Which port does it use?": "7333",
  "How do I change the port?": "--port",
  "How do I reach it from another computer?": "--host",
  "How do I turn on HTTPS?": "certificate",
  "Can I use PostgreSQL?": "DOCENT_DATABASE",
  "How do I move everything to a new machine?": "docent restore",
  "How do I see what it could not answer?": "Quality",
  "How do I export an expert?": "docent export",
  "What do I do when the disk is full?": "disk",
  "How do I connect Claude or another agent?": "MCP",
  "Which languages does it understand?": "every language",
  "Can I ask in German about documents in English?": "model pack",
  "How do I ask from the command line?": "docent ask",
  "How much memory does it need?": "130 MB",
};

const answerTo = async (question: string) =>
  (await service.request("POST", "/v1/experts/handbook/query", { question })).as(AnswerObject);

test.each(Object.entries(asked))("%s", async (question, said) => {
  const { abstained, answer, citations } = await answerTo(question);
  expect(abstained).toBe(false);
  expect(answer?.toLowerCase()).toContain(said.toLowerCase());
  expect(citations.length).toBeGreaterThan(0);
});

test("the questions that the console offers at the first visit are among them", () => {
  expect(english.experts.firstQuestions.filter((question) => !(question in asked))).toEqual([]);
});
