/** Damages copies of a data folder, then follows the program's advice. Losses must be reported. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createObserver, NotObservable, type SeenExpert } from "../checks/observer.ts";
import type { Random } from "../load/seeded-random.ts";
import { type Spawner, spawner } from "../load/served-process.ts";
import { json, type ServiceClient, serviceClient, successOf } from "../load/service-client.ts";
import type { RunOptions } from "../torture-run.ts";
import { type Trouble, troublesOf } from "./data-troubles.ts";
import { type Losses, lossesBetween } from "./silent-losses.ts";

export interface TroubleOptions extends Pick<RunOptions, "folder" | "command" | "env" | "signal"> {
  readonly dataDir: string;
  readonly olderDatabase: string;
  readonly apiKey: string;
  readonly random: Random;
  readonly wants: (name: string) => boolean;
  readonly progress: (outcome: TroubleOutcome) => void;
}

export interface TroubleOutcome extends Losses {
  readonly trouble: string;
  readonly advice: readonly string[];
}

interface Shown {
  readonly experts: readonly SeenExpert[];
  readonly answers: ReadonlyMap<string, string>;
}

type TroubleQuestions = ReadonlyMap<string, string>;

export async function sufferTroubles(options: TroubleOptions): Promise<readonly TroubleOutcome[]> {
  const place = createPlace(options, "before");
  place.take(options.dataDir);
  const questions = questionsTo((await place.shown(new Map()))?.experts ?? []);
  const before = await place.shown(questions);
  place.leave();
  if (before === null) throw new NotObservable(`the folder is not served before any trouble: ${place.said()}`);
  const outcomes: TroubleOutcome[] = [];
  for (const trouble of troublesOf(options)) {
    if (!options.wants(trouble.name) || options.signal.aborted) continue;
    const outcome = await suffer(options, trouble, before, questions);
    outcomes.push(outcome);
    options.progress(outcome);
  }
  return outcomes;
}

async function suffer(
  options: TroubleOptions,
  trouble: Trouble,
  before: Shown,
  questions: TroubleQuestions,
): Promise<TroubleOutcome> {
  const place = createPlace(options, trouble.name.replaceAll(/\W+/g, "-"));
  place.take(options.dataDir);
  trouble.inflict(place.dataDir);
  await place.shown(questions);
  if (trouble.relieve !== undefined) {
    trouble.relieve(place.dataDir);
    await place.shown(questions);
  }
  const advice = await followAdvice(place);
  const after = await place.shown(questions);
  const losses = lossesIn(trouble, before, after, place.said());
  if (losses.silent.length === 0) place.leave();
  return { trouble: trouble.name, advice, ...losses };
}

function lossesIn({ keeps }: Trouble, before: Shown, after: Shown | null, said: string): Losses {
  if (after === null)
    return { silent: [`the folder is not served, after all advice: ${said.slice(-1000)}`], named: [] };
  const { silent, named } = lossesBetween({ before: before.experts, after: after.experts, keeps, said });
  const isWhole = silent.length + named.length === 0 && keeps === "everything";
  const others = [...before.answers.keys()].filter((slug) => before.answers.get(slug) !== after.answers.get(slug));
  return { silent: [...silent, ...(isWhole ? others.map((slug) => `${slug} answers otherwise`) : [])], named };
}

const remedies = ["--repair", "--recover"];

/** Runs commands until `docent doctor` advises nothing new. Returns them. */
async function followAdvice(place: TroubledPlace): Promise<readonly string[]> {
  const done: string[] = [];
  for (;;) {
    const report = await place.run(["doctor"]);
    const next = remedies.find((flag) => report.includes(`docent doctor ${flag}`) && !done.includes(flag));
    if (next === undefined) return done.map((flag) => `doctor ${flag}`);
    done.push(next);
    await place.run(["doctor", next]);
  }
}

type TroubledPlace = ReturnType<typeof createPlace>;

function createPlace({ folder, command, env, apiKey }: TroubleOptions, name: string) {
  const dataDir = join(folder, name);
  const logFile = `${dataDir}.log`;
  const starts = spawner({ command, env: { ...env, DOCENT_API_KEY: apiKey }, logFile });
  let printed = "";
  return {
    dataDir,
    take: (from: string) => {
      cpSync(from, dataDir, { recursive: true });
      writeFileSync(logFile, "");
    },
    /** Null: the folder is not served. */
    shown: (questions: TroubleQuestions) => shownBy(starts, { dataDir, apiKey, questions }),
    run: async (words: readonly string[]) => {
      const { out, err } = await starts.runToEnd([...words, "--data-dir", dataDir]);
      printed += out + err;
      return out + err;
    },
    said: () => printed + readFileSync(logFile, "utf8"),
    leave: () => {
      rmSync(dataDir, { recursive: true, force: true });
      rmSync(logFile, { force: true });
    },
  };
}

async function shownBy(
  starts: Spawner,
  { dataDir, apiKey, questions }: { dataDir: string; apiKey: string; questions: TroubleQuestions },
): Promise<Shown | null> {
  const service = starts.serve(dataDir);
  try {
    const address = await service.address;
    if (address === null) return null;
    const client = serviceClient(address, apiKey);
    const experts = await createObserver(client).experts();
    const answers = new Map<string, string>();
    for (const [slug, question] of questions) answers.set(slug, await answerOf(client, slug, question));
    return { experts, answers };
  } catch (error) {
    // Damage may break any request; the doctor must explain it.
    if (error instanceof NotObservable) return null;
    throw error;
  } finally {
    service.terminate();
    await service.exited;
  }
}

function questionsTo(experts: readonly SeenExpert[]): TroubleQuestions {
  const texts = experts.map(({ slug, sources }) => {
    const passage = sources?.flatMap(({ chunks }) => chunks)[0]?.text.slice(0, 60);
    return [slug, passage] as const;
  });
  return new Map(texts.flatMap(([slug, text]) => (text === undefined ? [] : [[slug, `What is said of ${text}?`]])));
}

async function answerOf(client: ServiceClient, slug: string, question: string): Promise<string> {
  const reply = await client.send({ method: "POST", path: `/v1/experts/${slug}/query`, ...json({ question }) });
  if (reply.type === "cut") throw new NotObservable(`a question to ${slug} was cut`);
  return reply.status === 200 ? (successOf(reply).at("answer").textOrNull ?? "") : `status ${reply.status}`;
}
