/** The parts of the service's replies that commands read. `raw` is the whole reply, including fields of a newer service. */
import type { Json } from "./reply-reading.ts";

export interface Capabilities {
  readonly fileBytes: number;
  /** Endings of file names, in lower case and without the dot; also whole names such as `makefile`. */
  readonly extensions: ReadonlySet<string>;
}

export function capabilitiesFrom(reply: Json): Capabilities {
  const extensions = reply.at("formats").list.flatMap((format) => format.at("extensions").list.map(({ text }) => text));
  return { fileBytes: reply.at("limits").at("file_bytes").number, extensions: new Set(extensions) };
}

/** How many of its passages a model that works in the background has encoded. */
export interface ModelProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExpertReply {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly aliases: readonly string[];
  readonly sources: { readonly ready: number; readonly pending: number; readonly failed: number };
  readonly passages: number;
  readonly bytes: number;
  /** Null: the model is switched off, or does not speak the expert's language. */
  readonly sense: ModelProgress | null;
  /** Null: no model pack is installed, or the expert has vectors of a model server. */
  readonly vectors: ModelProgress | null;
  readonly createdAt: string;
  readonly raw: unknown;
}

export function expertFrom(reply: Json): ExpertReply {
  const counts = reply.at("source_counts");
  return {
    id: reply.at("id").text,
    slug: reply.at("slug").text,
    name: reply.at("name").text,
    description: reply.at("description").text,
    language: reply.at("language").text,
    aliases: reply.at("aliases").list.map(({ text }) => text),
    sources: {
      ready: counts.at("ready").number,
      pending: counts.at("queued").number + counts.at("processing").number,
      failed: counts.at("failed").number,
    },
    passages: reply.at("chunk_count").number,
    bytes: reply.at("content_bytes").number,
    sense: progressFrom(reply.at("sense")),
    vectors: progressFrom(reply.at("vectors")),
    createdAt: reply.at("created_at").text,
    raw: reply.value,
  };
}

function progressFrom(progress: Json): ModelProgress | null {
  return progress.isNone ? null : { done: progress.at("done").number, total: progress.at("total").number };
}

export interface SourceReply {
  readonly id: string;
  readonly status: string;
  readonly failure: string | null;
  readonly passages: number;
  /** The same bytes were there already. */
  readonly deduplicated: boolean;
}

/** With what a person tells it by. */
export interface DescribedSource extends SourceReply {
  readonly title: string;
  readonly version: number;
  readonly bytes: number;
  readonly url: string | null;
  readonly externalId: string | null;
  /** Hexadecimal, of its bytes; null while they have not been fetched. */
  readonly sha256: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `api`, marks of folders, ids of sites. */
  readonly keepers: readonly string[];
  readonly createdAt: string;
  readonly raw: unknown;
}

export function sourceFrom(reply: Json): SourceReply {
  const error = reply.at("error");
  return {
    id: reply.at("id").text,
    status: reply.at("status").text,
    failure: error.isNone ? null : error.at("message").text,
    passages: reply.at("chunk_count").number,
    deduplicated: reply.at("deduplicated").flag,
  };
}

export function describedSourceFrom(reply: Json): DescribedSource {
  return {
    ...sourceFrom(reply),
    title: reply.at("title").text,
    version: reply.at("version").number,
    bytes: reply.at("bytes").number,
    url: reply.at("url").textOrNull,
    externalId: reply.at("external_id").textOrNull,
    sha256: reply.at("sha256").textOrNull,
    metadata: reply.at("metadata").fields,
    keepers: reply.at("keepers").list.map(({ text }) => text),
    createdAt: reply.at("created_at").text,
    raw: reply.value,
  };
}

/** Nothing happens to it any more, unless somebody asks for it. */
export function isSettled({ status }: SourceReply): boolean {
  return status === "ready" || status === "failed" || status === "canceled";
}

export interface CitationReply {
  readonly index: number;
  readonly title: string;
  readonly section: string;
  readonly page: number | null;
  readonly url: string | null;
  readonly quote: string;
}

export interface PassageReply {
  readonly rank: number;
  readonly title: string;
  readonly section: string;
  readonly page: number | null;
  readonly url: string | null;
  readonly text: string;
  /** 0–1. */
  readonly score: number;
}

export interface SearchReply {
  readonly passages: readonly PassageReply[];
  readonly raw: unknown;
}

export function searchFrom(reply: Json): SearchReply {
  return { passages: reply.at("retrieved").list.map(passageFrom), raw: reply.value };
}

function passageFrom(passage: Json): PassageReply {
  return {
    rank: passage.at("rank").number,
    title: passage.at("title").text,
    section: passage.at("section").text,
    page: passage.at("page").numberOrNull,
    url: passage.at("url").textOrNull,
    text: passage.at("text").text,
    score: passage.at("score").number,
  };
}

export interface AnswerReply {
  readonly text: string;
  readonly abstained: boolean;
  /** As the contract names it; null where it answered. */
  readonly abstainReason: string | null;
  readonly citations: readonly CitationReply[];
  readonly raw: unknown;
}

export function answerFrom(reply: Json): AnswerReply {
  return {
    text: reply.at("answer").text,
    abstained: reply.at("abstained").flag,
    abstainReason: reply.at("abstain_reason").textOrNull,
    citations: reply.at("citations").list.map(citationFrom),
    raw: reply.value,
  };
}

function citationFrom(citation: Json): CitationReply {
  return {
    index: citation.at("index").number,
    title: citation.at("title").text,
    section: citation.at("section").text,
    page: citation.at("page").numberOrNull,
    url: citation.at("url").textOrNull,
    quote: citation.at("quote").text,
  };
}

/** What may be used of something; null: as much as one likes. */
export interface LimitReply {
  readonly used: number;
  readonly limit: number | null;
}

export interface UsageReply {
  /** The first instant of the month, RFC 3339. */
  readonly start: string;
  readonly asOf: string;
  readonly requests: {
    readonly query: number;
    readonly chat: number;
    readonly ingest: number;
    readonly failed: number;
  };
  readonly answers: { readonly answered: number; readonly abstained: number };
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly embedding: number };
  readonly added: {
    readonly sources: number;
    readonly failed: number;
    readonly bytes: number;
    readonly passages: number;
  };
  readonly held: {
    readonly experts: number;
    readonly sources: number;
    readonly bytes: number;
    readonly passages: number;
  };
  readonly limits: Readonly<Record<"requests" | "sources" | "bytes", LimitReply>>;
  readonly raw: unknown;
}

export function usageFrom(reply: Json): UsageReply {
  const numbersOf = (group: string) => (name: string) => reply.at(group).at(name).number;
  const [requests, answers, tokens] = [numbersOf("requests"), numbersOf("answers"), numbersOf("tokens")];
  const [added, held] = [numbersOf("ingest"), numbersOf("storage")];
  const limit = (name: string): LimitReply => {
    const found = reply.at("limits").at(name);
    return { used: found.at("used").number, limit: found.at("limit").numberOrNull };
  };
  return {
    start: reply.at("period").at("start").text,
    asOf: reply.at("as_of").text,
    requests: {
      query: requests("query"),
      chat: requests("chat"),
      ingest: requests("ingest"),
      failed: requests("failed"),
    },
    answers: { answered: answers("answered"), abstained: answers("abstained") },
    tokens: { prompt: tokens("prompt"), completion: tokens("completion"), embedding: tokens("embedding") },
    added: {
      sources: added("sources_created"),
      failed: added("sources_failed"),
      bytes: added("bytes"),
      passages: added("chunks"),
    },
    held: { experts: held("experts"), sources: held("sources"), bytes: held("bytes"), passages: held("chunks") },
    limits: { requests: limit("requests"), sources: limit("sources"), bytes: limit("bytes") },
    raw: reply.value,
  };
}

export interface CheckReply {
  readonly question: string;
  /** Why it failed; empty if it passed. */
  readonly faults: readonly string[];
}

export interface CheckReportReply {
  readonly checks: readonly CheckReply[];
  readonly raw: unknown;
}

export function checkReportFrom(reply: Json): CheckReportReply {
  const checks = reply.at("data").list.map((check) => ({
    question: check.at("question").text,
    faults: check
      .at("last_run")
      .at("faults")
      .list.map((fault) => fault.text),
  }));
  return { checks, raw: reply.value };
}
