/** Answers may cite only existing sources, and a source is visible completely or not at all. */

import { tokensIn } from "../load/sample-document.ts";
import type { QuestionOperation, SearchOperation } from "../model/load-operation.ts";
import type {
  AnswerSummary,
  CitedPassage,
  OperationOutcome,
  SearchedPassage,
  SearchReply,
} from "../model/operation-outcome.ts";
import type { StartedOperation } from "../model/started-operation.ts";
import { charge, exactly, upTo } from "../model/usage-ledger.ts";
import { check, recordViolation } from "../model/violation-recording.ts";
import { expertOf, slotOf, type Whereabouts, type World } from "../model/world.ts";
import { mostFound } from "./index-checks.ts";
import { countAcknowledged } from "./source-replies.ts";

const mostTokens = 1_000_000;
const mostQuotes = 60;

export function answered(
  world: World,
  started: StartedOperation<QuestionOperation>,
  outcome: OperationOutcome<AnswerSummary>,
): void {
  const { operation } = started;
  const { ledger } = expertOf(world, operation.expert);
  recordWrongOutcome(world, operation, outcome);
  chargeIfLate(world, operation.expert, outcome);
  if (outcome.type === "cut" || outcome.type === "wrong") {
    const tokens = { prompt: upTo(mostTokens), completion: upTo(mostTokens) };
    charge(ledger, { [operation.kind]: upTo(1), answered: upTo(1), abstained: upTo(1), ...tokens });
  }
  if (outcome.type !== "done") return;
  countAcknowledged(world, operation.kind);
  const { abstained, promptTokens, completionTokens, citations } = outcome.value;
  charge(ledger, {
    [operation.kind]: exactly(1),
    [abstained ? "abstained" : "answered"]: exactly(1),
    prompt: exactly(promptTokens),
    completion: exactly(completionTokens),
  });
  for (const citation of citations) checkCitation(world, started, citation);
}

export function isLate(outcome: OperationOutcome<unknown>): boolean {
  return outcome.type === "cut" && outcome.late === true;
}

/** A question that was given up counts as failed, if its usage could still be written. */
function chargeIfLate(world: World, expert: string, outcome: OperationOutcome<unknown>): void {
  if (!isLate(outcome)) return;
  world.lateReplies += 1;
  charge(expertOf(world, expert).ledger, { failed: upTo(1) });
}

export function chargeLateSearch(world: World, expert: string, outcome: OperationOutcome<unknown>): void {
  chargeIfLate(world, expert, outcome);
  charge(expertOf(world, expert).ledger, { query: upTo(1), prompt: upTo(mostTokens) });
}

export function checkAnswer(
  world: World,
  { expert, token }: { readonly expert: string; readonly token: string },
  { abstained, citations, text = "" }: Pick<AnswerSummary, "abstained" | "citations" | "text">,
): void {
  const isRight = !abstained && citations.some(({ quote }) => tokensIn(quote).includes(token));
  const problem = `${expert}: a question about ${token} was not answered from its document ${text}`.trimEnd();
  check(world, "index_off", isRight ? null : problem);
}

function recordWrongOutcome(
  world: World,
  { expert }: QuestionOperation | SearchOperation,
  outcome: OperationOutcome<unknown>,
): void {
  if (outcome.type === "wrong") recordViolation(world, "reply_off", outcome.says);
  if (outcome.type === "gone" && isThere(world, expert)) recordViolation(world, "lost", `${expert} was not found`);
}

function isThere(world: World, slug: string): boolean {
  const { exists, inProgress, doubt } = expertOf(world, slug);
  return exists && inProgress?.kind !== "delete_expert" && doubt?.kind !== "delete_expert";
}

function checkCitation(
  world: World,
  { operation, at }: StartedOperation<QuestionOperation>,
  citation: CitedPassage,
): void {
  const problem = citationProblem(world, citation, { expert: operation.expert, at });
  check(world, "stale_citation", problem === null ? null : `${operation.expert}: ${problem}`);
  if (world.quotes.length < mostQuotes) world.quotes.push({ ...citation, expert: operation.expert });
}

export function citationProblem(
  world: World,
  { sourceId, version, quote }: CitedPassage,
  asked: { readonly expert: string; readonly at: number },
): string | null {
  const [token = "", another] = tokensIn(quote);
  const known = world.documents.get(token);
  if (known === undefined || another !== undefined) return `"${quote}" is of no one document`;
  if (known.expert !== asked.expert) return `${token} belongs to ${known.expert}`;
  if (known.retiredAt !== null && known.retiredAt < asked.at)
    return `${token} (version ${known.version} of ${known.slot}) was cited after it was gone`;
  const source = known.retiredAt === null ? slotOf(world, known).state : null;
  if (source !== null && source.id !== null && source.id !== sourceId) return `${known.slot} was cited as ${sourceId}`;
  if (version !== known.version) return `${token} is version ${known.version} and was cited as ${version}`;
  return known.document.sentences.join(" ").includes(quote.replaceAll(/\s+/g, " "))
    ? null
    : `"${quote}" is not in ${token}`;
}

export function searchAnswered(
  world: World,
  started: StartedOperation<SearchOperation>,
  outcome: OperationOutcome<SearchReply>,
): void {
  const { ledger } = expertOf(world, started.operation.expert);
  recordWrongOutcome(world, started.operation, outcome);
  chargeIfLate(world, started.operation.expert, outcome);
  if (outcome.type === "cut" || outcome.type === "wrong") charge(ledger, { query: upTo(1), prompt: upTo(mostTokens) });
  if (outcome.type !== "done") return;
  countAcknowledged(world, started.operation.kind);
  charge(ledger, { query: exactly(1), prompt: exactly(outcome.value.promptTokens) });
  const problem = searchProblem(world, started, outcome.value.passages);
  check(
    world,
    "half_visible",
    problem === null ? null : `${started.operation.expert}, ${started.operation.slot}: ${problem}`,
  );
}

/** Exactly one version must be visible, or none if it may be deleted or replaced. */
export function searchProblem(
  world: World,
  { operation, slotOperations }: StartedOperation<SearchOperation>,
  passages: readonly SearchedPassage[],
): string | null {
  const slot = slotOf(world, operation);
  const found = Map.groupBy(passages, ({ text }) => tokensIn(text)[0] ?? "");
  const mine = operation.tokens.filter((token) => found.has(token));
  if (mine.length > 1) return `${mine.length} versions were found at once`;
  const [token] = mine;
  if (token !== undefined) return partsProblem(world.documents.get(token), found.get(token) ?? []);
  const isCertain = slot.operations === slotOperations && slot.doubt === null && slot.state !== null;
  const untouched = isCertain && slot.inProgress?.kind !== "delete_source";
  return untouched && isThere(world, operation.expert) ? "nothing of it was found, though it was ready" : null;
}

function partsProblem(known: Whereabouts | undefined, passages: readonly SearchedPassage[]): string | null {
  if (new Set(passages.map(({ sourceId, version }) => `${sourceId} ${version}`)).size > 1)
    return "its passages are of several sources or versions";
  const expected = known?.chunks ?? null;
  return expected === null || passages.length === Math.min(expected, mostFound)
    ? null
    : `${passages.length} of its ${expected} passages were found`;
}
