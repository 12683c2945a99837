import type { QuestionOperation } from "../model/load-operation.ts";
import type { SearchedPassage } from "../model/operation-outcome.ts";
import { check } from "../model/violation-recording.ts";
import type { CitedQuote, ExpertModel, World } from "../model/world.ts";
import type { SeenExpert, SeenSource } from "./observer.ts";

export interface Probe {
  readonly expert: string;
  readonly tokens: readonly string[];
  /** Absent: a search for the words of the tokens. Otherwise one of the passages must be among the first hits. */
  readonly question?: string;
  readonly chunkIds: readonly string[];
  readonly says: string;
}

export function* probesOf(world: World, seen: readonly SeenExpert[]): Generator<Probe> {
  for (const { slug, sources } of seen) {
    const expert = world.experts.get(slug);
    if (expert === undefined || sources === null) continue;
    for (const probe of livingOf(expert, sources)) {
      yield probe;
      if (probe.chunkIds.length > 0 && probe.chunkIds.length <= mostPassages) yield askedFor(probe);
    }
    const tokens = goneFrom(world, expert);
    if (tokens.length > 0) yield { expert: slug, tokens, chunkIds: [], says: "what is gone" };
  }
}

function* livingOf(expert: ExpertModel, sources: readonly SeenSource[]): Generator<Probe> {
  for (const { state, name } of expert.slots.values()) {
    const source = sources.find(({ id }) => id === state?.id);
    const answering = state?.versions[(source?.answeringVersion ?? 0) - 1];
    if (source === undefined || answering === undefined) continue;
    const chunkIds = source.chunks.map(({ id }) => id);
    yield { expert: expert.slug, tokens: [answering.token], chunkIds, says: `${name} (${answering.token})` };
  }
}

function askedFor(probe: Probe): Probe {
  const [token] = probe.tokens;
  const question = `Part 0 of the ${token} weighs how many grams, checked by two people, says the esteemed catalogue of the warehouse?`;
  return { ...probe, question, says: `a question about ${probe.says}` };
}

export interface AnsweredQuestion {
  readonly operation: QuestionOperation;
  readonly token: string;
}

const mostAsked = 3;

/** The word of a larger document is common in its expert, so shorter ones answer as well. */
const mostPassages = 20;

/** Each has one document as its only answer. Newest sources first. */
export function* questionsAbout(world: World, seen: readonly SeenExpert[]): Generator<AnsweredQuestion> {
  for (const { slug, sources } of seen) {
    const expert = world.experts.get(slug);
    if (expert === undefined || sources === null) continue;
    for (const { tokens } of [...livingOf(expert, sources)]
      .filter(({ chunkIds }) => chunkIds.length > 0 && chunkIds.length <= mostPassages)
      .slice(-mostAsked)) {
      const [token = ""] = tokens;
      const question = `How much does part 0 of the ${token} weigh?`;
      yield { operation: { kind: "query", expert: slug, question, stream: false, leaves: false }, token };
    }
  }
}

const mostGone = 60;

function goneFrom({ documents, justRetired }: World, { slug }: ExpertModel): readonly string[] {
  return justRetired
    .filter((token) => documents.get(token)?.expert === slug && documents.get(token)?.retiredAt !== null)
    .slice(-mostGone);
}

export function checkProbe(world: World, probe: Probe, found: readonly SearchedPassage[]): void {
  const problem = probeProblem(probe, found);
  check(world, "index_off", problem === null ? null : `${probe.expert}: ${problem}`);
}

export const mostFound = 100;

export function probeProblem({ chunkIds, says, question }: Probe, found: readonly SearchedPassage[]): string | null {
  const ids = found.map(({ chunkId }) => chunkId);
  if (question !== undefined)
    return ids.some((id) => chunkIds.includes(id)) ? null : `a search for ${says} does not find it among ${ids.length}`;
  const missing = Math.min(chunkIds.length, mostFound) - chunkIds.filter((id) => ids.includes(id)).length;
  const surplus = ids.filter((id) => !chunkIds.includes(id)).length;
  return missing + surplus + (ids.length - new Set(ids).size) === 0
    ? null
    : `a search for ${says} misses ${missing} of ${chunkIds.length} passages and finds ${surplus} others`;
}

export function checkQuote(world: World, cited: CitedQuote, content: string | null): void {
  const problem = quoteProblem(cited, content);
  check(world, "wrong_quote", problem === null ? null : `${cited.expert}, ${cited.sourceId}: ${problem}`);
}

export function quoteProblem({ start, end, quote }: CitedQuote, content: string | null): string | null {
  if (content === null) return null;
  const stands = [...content].slice(start, end).join("");
  return stands === quote ? null : `"${stands}" stands where "${quote}" was cited`;
}
