import { type Static, Type } from "@sinclair/typebox";
import { headersOfOldNames } from "../../api/deprecations.ts";
import { sourceView, versionView, wholeListView } from "../../api/native-views.ts";
import { strictObject } from "../../api/schema-parts.ts";
import {
  ChunkList,
  PassageList,
  type PassageObject,
  SourceObject,
  SourceVersionList,
} from "../../api/source-schemas.ts";
import { checked } from "../../api/validation.ts";
import { chunkId } from "../../kernel/ids.ts";
import type { TurnTaking } from "../../kernel/mutex.ts";
import type { OutlineBlock } from "../../language/structure/outline.ts";
import { outlineFrom } from "../../language/structure/outline-bytes.ts";
import { codePointCursor } from "../../language/text/code-points.ts";
import { isMarkedItem } from "../../language/text/line-units.ts";
import type { OutlinedChunk, SourceText } from "../../sources/ports/store-ports.ts";
import type { Source } from "../../sources/source.ts";
import type { SourceService } from "../../sources/source-service.ts";
import { iteratorOf, pulledBody } from "../body/pulled-body.ts";
import { untrustedContentPolicy } from "../edge/security-headers.ts";
import { routesOf } from "../route.ts";

const route = routesOf("Sources");
const versionNumber = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const OldVersion = strictObject({ version: versionNumber });

const ContentQuery = strictObject({ version: Type.Optional(versionNumber) });
const OriginalQuery = strictObject({ as: Type.Optional(Type.Literal("searchable")) });
const oldVersion = checked(OldVersion);
export const reading = ["query", "ingest", "manage"] as const;
export const notFound = ["expert_not_found", "source_not_found"] as const;

async function passagesOf(sources: SourceService, source: Source) {
  return (await sources.chunks(source)).map((passage) => passageView(source, passage));
}

function passageView(source: Source, passage: OutlinedChunk): Static<typeof PassageObject> {
  const { no, start, end, section, page, text, turn, outline } = passage;
  const said = { speaker: turn?.speaker ?? null, said_at: turn?.saidAt ?? null };
  const point = codePointCursor(text);
  const blocks = outlineFrom(outline, text).blocks.map((block) =>
    blockView(block, text, (unit) => start + point(unit)),
  );
  return { id: chunkId(no), object: "passage", source_id: source.id, start, end, section, page, ...said, text, blocks };
}

/** @param at the place of a position in the text of the source; positions ascend */
function blockView(
  block: OutlineBlock,
  text: string,
  at: (unit: number) => number,
): Static<typeof PassageObject>["blocks"][0] {
  const { kind, level, continues, cells, turn, start, end } = block;
  const isBegun = kind === "list_item" && continues !== true;
  const bullet = isBegun && !isMarkedItem(text.slice(start, end)) && { bullet: true as const };
  const from = at(start);
  const row = cells && {
    cells: cells.map(({ column, name, value }) => ({
      column,
      name: name && text.slice(name.start, name.end),
      start: at(value.start),
      end: at(value.end),
    })),
  };
  const said = turn && { speaker: turn.speaker, said_at: turn.saidAt };
  return { kind, level, start: from, end: at(end), ...bullet, ...row, ...said };
}

/** One piece is sent with its length. */
async function contentReply(text: SourceText, turns: TurnTaking): Promise<Response> {
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-security-policy": untrustedContentPolicy,
    "x-source-version": String(text.version),
  };
  const pieces = iteratorOf(text.pieces());
  const first = (await pieces.next()).value ?? new Uint8Array();
  if (first.length === text.bytes) return new Response(first, { headers });
  return new Response(pulledBody(startingWith(first, pieces), turns), { headers });
}

async function* startingWith<T>(first: T, rest: Iterator<T> | AsyncIterator<T>): AsyncGenerator<T> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Untrusted: always a download, without a type that a browser would run. */
export function fileReply(file: Bun.BodyInit, filename: string | null): Response {
  const name = encodeURIComponent(filename ?? "source").replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  const headers = {
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename*=UTF-8''${name}`,
    "content-security-policy": untrustedContentPolicy,
  };
  return new Response(file, { headers });
}

const getContent = route("GET /v1/experts/:id/sources/:sid/content", "getContent", {
  summary: "Get the text that citations point into",
  scope: reading,
  query: ContentQuery,
  description: "`x-source-version` says of which version. Citations count its Unicode code points from 0.",
  answers: { 200: { says: "The normalised text.", media: ["text/plain"] } },
  errors: notFound,
  answer: async ({ readQuery, findSource }, { sources, turns }) => {
    const { version } = readQuery();
    return contentReply(await sources.content(await findSource(), version ?? null), turns);
  },
});

const getFile = route("GET /v1/experts/:id/sources/:sid/file", "getFile", {
  summary: "Get the original bytes",
  description:
    "As a download, whatever the bytes are. `as=searchable`: a PDF with the pictures of its pages and, behind them, the text that was read on them.",
  scope: reading,
  query: OriginalQuery,
  answers: { 200: { says: "The bytes of the newest version.", media: ["application/octet-stream"] } },
  errors: [...notFound, "original_not_found", "overloaded"],
  answer: async ({ request, readQuery, findSource }, { sources }) => {
    const { as } = readQuery();
    const source = await findSource();
    if (as === undefined) return fileReply(await sources.original(source), source.filename);
    const name = `${(source.filename ?? source.title).replace(/\.[^.]{1,5}$/, "")}.searchable.pdf`;
    return fileReply(await sources.searchable(source, request.signal), name);
  },
});

const listPassages = route("GET /v1/experts/:id/sources/:sid/passages", "listPassages", {
  summary: "List the passages of a source",
  description: "The passages that the source was cut into for searching.",
  scope: reading,
  answers: { 200: { says: "All of them, in order.", schema: PassageList } },
  errors: notFound,
  answer: async ({ findSource }, { sources }) => wholeListView(await passagesOf(sources, await findSource())),
});

const listChunks = route("GET /v1/experts/:id/sources/:sid/chunks", "listChunks", {
  summary: "List the passages of a source, by the old name",
  description: "`listPassages` is the new one.",
  deprecated: true,
  scope: reading,
  answers: { 200: { says: "All of them, in order.", schema: ChunkList } },
  errors: notFound,
  answer: async ({ set, findSource }, { sources }) => {
    Object.assign(set.headers, headersOfOldNames(["chunks"]));
    const passages = await passagesOf(sources, await findSource());
    return wholeListView(passages.map((passage) => ({ ...passage, object: "chunk" as const })));
  },
});

const listVersions = route("GET /v1/experts/:id/sources/:sid/versions", "listVersions", {
  summary: "List the versions of a source",
  description: "Each time that new content came under the same `external_id`, it became a version of its own.",
  scope: reading,
  answers: { 200: { says: "All of them, the newest first.", schema: SourceVersionList } },
  errors: notFound,
  answer: async ({ findSource }, { sources }) => {
    const source = await findSource();
    return wholeListView((await sources.versions(source)).map((version) => versionView(source, version)));
  },
});

const putBackVersion = route("POST /v1/experts/:id/sources/:sid/versions/:version/put-back", "putBackVersion", {
  summary: "Put an older version back",
  scope: "ingest",
  path: { version: versionNumber },
  description:
    "Its original bytes become the newest version of the source, whoever keeps that. A later change by the keeper replaces them again.",
  answers: {
    200: { says: "The newest version has these bytes already.", schema: SourceObject },
    202: { says: "The source, with a new version that waits to be read.", schema: SourceObject },
  },
  errors: [...notFound, "original_not_found", "quota_exceeded", "queue_full", "storage_full"],
  answer: async ({ access, params, set, findExpert }, { sources }) => {
    const expert = await findExpert();
    const { version } = oldVersion.parse({ version: Number(params.version) });
    const { source, outcome } = await sources.putBack(expert, access.keyId, { id: params.sid, version });
    set.status = outcome === "duplicate" ? 200 : 202;
    return sourceView(source, outcome === "duplicate");
  },
});

export const sourceContentRoutes = [getContent, getFile, listPassages, listChunks, listVersions, putBackVersion];
