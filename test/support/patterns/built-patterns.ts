/**
 * Writes to standard output, as JSON, the patterns that `src` builds while it runs: those of its modules, and those that it
 * makes for a language when somebody first asks in it. Runs in a process of its own, because it watches the constructor.
 */
import { Glob } from "bun";
import { repository } from "../source-tree.ts";
import type { SourcePattern } from "./source-patterns.ts";

const source = `${repository}src/`;
const built = new Map<string, SourcePattern>();

function note(pattern: RegExp): RegExp {
  const place = new Error().stack?.split("\n").find((line) => line.includes(source) || line.includes("/node_modules/"));
  if (place?.includes(source) === true) {
    const path = place.slice(place.indexOf(source) + source.length).split(":", 1)[0]!;
    built.set(`${path} ${pattern}`, { path, source: pattern.source, flags: pattern.flags });
  }
  return pattern;
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, given, made) => note(Reflect.construct(target, given, made)),
  apply: (target, _, given) => note(Reflect.construct(target, given)),
});

/** Modules that do something when they are read. */
const entries = /^(?:main\.ts|console\/|worker\/[^/]*-worker\.ts)/;
const modules = [...new Glob("**/*.ts").scanSync(source)].filter(
  (path) => !entries.test(path) && !/\.(?:d|assembly)\.ts$/.test(path),
);
for (const path of modules.toSorted()) await import(source + path);

const { knownLanguages } = await import("../../../src/language/data/known-languages.ts");
const { startService } = await import("../service.ts");
const service = await startService();
const text =
  "Anna Berg has led the pump since 3 May 2021. It weighs 12 kg, 25 lb or 0,5 t; the UN (United Nations) says so.\n\n" +
  "Der Filter hält 6 Monate und kostet 20 Euro. Wasserpumpen sind Pumpen.\n\n水泵重12公斤。";
const questions = [
  "Who leads the pump?",
  "How many kg does the pump weigh, and when was it?",
  "What is it? Answer in one sentence.",
  "When was it?",
  "When did John's daughter start school?",
  "What is a pump?",
  "Was ist die Wasserpumpe und wie viele Euro kostet sie?",
  "Tell me everything about the filter",
  "What is the difference between the pump and the filter?",
  "Hello!",
];
const turns = [
  { role: "user", name: "Maria", content: "Hey John!", created_at: "2026-03-23T18:00:00+01:00" },
  {
    role: "user",
    name: "John",
    content: "My daughter started school last week. Do you?",
    created_at: "2026-03-23T18:01:00+01:00",
  },
];
for (const { tag } of knownLanguages) {
  const slug = tag.toLowerCase();
  const settings = { min_confidence: 0 };
  const made = await service.request("POST", "/v1/experts", { body: { name: tag, slug, language: tag, settings } });
  await service.request("POST", `/v1/experts/${slug}/sources?wait=60`, { body: { title: "T", text } });
  await service.request("POST", `/v1/experts/${slug}/sources?wait=60`, {
    body: { type: "conversation", messages: turns },
  });
  const user = (content: string) => ({ role: "user", content });
  for (const question of questions) {
    const messages = [user("I bought a pump yesterday."), { role: "assistant", content: "Good." }, user(question)];
    const reply = await service.request("POST", "/v1/chat/completions", { body: { model: slug, messages } });
    if (made.status !== 201 || reply.status !== 200) throw new Error(`${tag}: ${reply.text}`);
  }
}
await service.stop();
await Bun.write(Bun.stdout, JSON.stringify([...built.values()]));
process.exit(0);
