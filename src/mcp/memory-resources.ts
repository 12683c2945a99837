import { Fault } from "../kernel/fault.ts";
import type { ExpertView, MemoryBackend, SourceView } from "./memory-backend.ts";

export function expertUri(slug: string): string {
  return `docent://experts/${encodeURIComponent(slug)}`;
}

export function sourceUri(slug: string, source: string): string {
  return `${expertUri(slug)}/sources/${encodeURIComponent(source)}`;
}

export const resourceTemplates = [
  {
    name: "expert",
    title: "An expert and its sources",
    uriTemplate: "docent://experts/{expert}",
    description: "What an expert knows about, and a list of its newest sources.",
    mimeType: "application/json",
  },
  {
    name: "source",
    title: "The text of a source",
    uriTemplate: "docent://experts/{expert}/sources/{source}",
    description: "The text that citations of this source point into.",
    mimeType: "text/plain",
  },
];

/** Experts a page, and newest sources an expert. Templates and search reach the others. */
const pageSize = 20;
const shownSources = 20;

/** @param cursor the last expert's id of the page before */
export async function listResources(backend: MemoryBackend, cursor: string | null) {
  const page = await backend.experts({ limit: pageSize, after: cursor });
  const ofExperts = await Promise.all(
    page.data.map(async (expert) => [expertResource(expert), ...(await sourcesOf(backend, expert))]),
  );
  return {
    resources: ofExperts.flat(),
    ...(page.has_more && page.last_id !== null ? { nextCursor: page.last_id } : {}),
  };
}

function expertResource({ slug, name, description }: ExpertView) {
  const about = description === "" ? {} : { description };
  return { uri: expertUri(slug), name: slug, title: name, ...about, mimeType: "application/json" };
}

async function sourcesOf(backend: MemoryBackend, { slug, name }: ExpertView) {
  if (!backend.may("read")) return [];
  const { data } = await backend.sources(slug, { status: "ready", limit: shownSources });
  return data.map((source) => ({
    uri: sourceUri(slug, source.id),
    name: source.id,
    title: source.title,
    description: `A source of ${name}`,
    mimeType: "text/plain",
  }));
}

/** Code points of a source in a resource. `read_passage` reads the rest. */
const longest = 200_000;

export async function readResource(backend: MemoryBackend, uri: string) {
  const [expert, source] = partsOf(uri);
  if (source === null) {
    const view = await backend.expert(expert);
    const newest = backend.may("read") ? await backend.sources(expert, { limit: shownSources }) : null;
    const text = JSON.stringify({ ...described(view), newest_sources: newest?.data.map(listed) ?? [] }, null, 2);
    return { contents: [{ uri, mimeType: "application/json", text }] };
  }
  const { text, length } = await backend.text(expert, source, { version: null, start: 0, end: longest });
  const rest = length > longest ? `\n\n[The text goes on to ${length}; read_passage reads the rest.]` : "";
  return { contents: [{ uri, mimeType: "text/plain", text: text + rest }] };
}

function partsOf(uri: string): readonly [expert: string, source: string | null] {
  const found = /^docent:\/\/experts\/([^/]+)(?:\/sources\/([^/]+))?$/.exec(uri);
  if (found?.[1] === undefined) throw unknownUri(uri);
  try {
    return [decodeURIComponent(found[1]), found[2] === undefined ? null : decodeURIComponent(found[2])];
  } catch {
    throw unknownUri(uri);
  }
}

function unknownUri(uri: string): Fault {
  return new Fault("source_not_found", `There is no resource "${uri.slice(0, 200)}".`, {
    param: "uri",
    hint: "Resources are docent://experts/{expert} and docent://experts/{expert}/sources/{source}.",
  });
}

function described({ slug, id, name, description, language, source_counts, passage_count }: ExpertView) {
  return { slug, id, name, description, language, source_counts, passage_count };
}

function listed({ id, title, status, url, external_id, created_at }: SourceView) {
  return { id, title, status, url, external_id, created_at };
}
