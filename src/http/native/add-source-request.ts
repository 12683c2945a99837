/** Reads a document in any form: text or an address in JSON, a form, or bytes. */
import { type Static, Type } from "@sinclair/typebox";
import { ConversationSource } from "../../api/contents/conversation-schemas.ts";
import { MetadataSchema } from "../../api/schema-parts.ts";
import { siteRequestFrom } from "../../api/site-schemas.ts";
import { FileQuery, FormFields, TextSource, UrlSource } from "../../api/source-schemas.ts";
import { checked } from "../../api/validation.ts";
import { checkMetadata, type Metadata } from "../../experts/expert.ts";
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { codePointLength, textBytes } from "../../language/text/code-points.ts";
import type { SiteRequest } from "../../sites/site.ts";
import type { ReceivedFile } from "../../sources/ports/store-ports.ts";
import type { SourceFacts, SourceSubmission } from "../../sources/source-addition.ts";
import { documentBytes } from "../body/forgotten-type.ts";
import { type FormPart, gather, readMultipart } from "../body/multipart-reader.ts";
import {
  bodyBytes,
  maxJsonBytes,
  mediaType,
  readFields,
  readQuery,
  readStoredJson,
  refuseAnnounced,
} from "../body/request-body.ts";
import { conversationSubmission, type Receive, type SourceIntake, type SourceLimits } from "./open-intake.ts";

export interface AddSourceRequest extends SourceSubmission {
  /** If it differs from the stored content. */
  readonly sent?: unknown;
  /** Milliseconds. */
  readonly wait: number;
}

export interface AddSiteRequest {
  readonly site: SiteRequest;
  readonly wait: number;
}

interface RequestInput extends SourceIntake {
  readonly request: Request;
}

const textSource = checked(TextSource);
const urlSource = checked(UrlSource);
const conversationSource = checked(ConversationSource);
const fileQuery = checked(FileQuery);
const formFields = checked(FormFields);
const metadataField = checked(Type.Object({ metadata: MetadataSchema }));

/** The caller must discard the file unless it is kept. @throws Fault */
export async function readAddSourceRequest(input: RequestInput): Promise<AddSourceRequest | AddSiteRequest> {
  const beside = readQuery(input.request, fileQuery);
  switch (mediaType(input.request)) {
    case "application/json":
      return { wait: milliseconds(beside.wait), ...(await jsonRequest(input)) };
    case "multipart/form-data":
      return formRequest(input, beside.wait);
    default:
      return { wait: milliseconds(beside.wait), ...(await bytesSubmission(input, beside)) };
  }
}

function milliseconds(seconds = 0): number {
  return seconds * 1000;
}

async function jsonRequest({ request, ...intake }: RequestInput) {
  const given = await readStoredJson(request);
  return Object(given).type === "site" ? { site: siteRequestFrom(given) } : submissionFromJson(given, intake);
}

export async function submissionFromJson(given: unknown, intake: SourceIntake): Promise<SourceSubmission> {
  const { type, text, url } = Object(given);
  const { limits, receive } = intake;
  if (type === "url") return addressed(urlSource.parse(given));
  if (type === "conversation") return submissionFromConversation(conversationSource.parse(given), intake);
  if (type === undefined && text === undefined && url !== undefined) throw addressWithoutType();
  const source = textSource.parse(given);
  refuseLonger(source.text, limits);
  const facts = factsOf(source, { type: "text", filename: null, declaredType: null });
  return { facts, origin: { file: await receive(textBytes(source.text)) } };
}

function addressWithoutType(): Fault {
  return new Fault("missing_required_parameter", '"type" is missing.', {
    param: "type",
    hint: 'To have the document fetched from its address, add "type": "url"; to store text, add "text".',
  });
}

function submissionFromConversation(source: ConversationSource, intake: SourceIntake): Promise<SourceSubmission> {
  const facts = factsOf(source, { type: "conversation", filename: null, declaredType: null });
  return conversationSubmission(source, facts, intake);
}

function addressed(source: UrlSource): SourceSubmission {
  const { href, hash, username } = addressOf(source.url);
  if (username !== "")
    throw invalidParameter("url", '"url" must not hold a user name: it would be shown in citations.');
  const facts = factsOf(source, { type: "url", filename: null, declaredType: null });
  return { facts, origin: { fetchUrl: href.slice(0, href.length - hash.length) } };
}

/** @throws Fault `invalid_parameter` */
export function addressOf(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw invalidParameter("url", '"url" must be an http or https address.');
  return url;
}

function refuseLonger(text: string, { textChars }: SourceLimits): void {
  const length = codePointLength(text);
  if (length <= textChars) return;
  throw new Fault("payload_too_large", `"text" has ${length} characters; at most ${textChars} are allowed.`, {
    param: "text",
    hint: "Send it as a file, or in parts.",
  });
}

async function bytesSubmission(
  { request, limits, receive }: RequestInput,
  beside: GivenFields,
): Promise<SourceSubmission> {
  refuseAnnounced(request, limits.fileBytes);
  const facts = fileFacts(beside, { filename: null, declaredType: declaredType(request) });
  const bytes = documentBytes(bodyBytes(request), mediaType(request), maxJsonBytes);
  return { facts, origin: { file: await receive(bytes) } };
}

/** curl's default says nothing about the file. */
function declaredType(request: Request): string | null {
  const type = request.headers.get("content-type");
  return type === null || mediaType(request) === "application/x-www-form-urlencoded" ? null : type;
}

/** Bytes of the other fields and the delimiters. */
const formOverhead = 262_144;
const maxFieldBytes = 131_072;

/** Fields may come before and after the file. */
async function formRequest({ request, limits, receive }: RequestInput, wait?: number): Promise<AddSourceRequest> {
  refuseAnnounced(request, limits.fileBytes + formOverhead, limits.fileBytes);
  const form: OpenForm = { fields: new Map(), arrived: null };
  try {
    for await (const part of readMultipart(bodyBytes(request), request.headers.get("content-type") ?? "")) {
      await takePart(form, part, receive);
    }
    if (form.arrived === null) throw missingFile([...form.fields.keys()]);
    const { part, file } = form.arrived;
    const fields = readFields(form.fields, formFields);
    return { facts: fileFacts(fields, part), origin: { file }, wait: milliseconds(fields.wait ?? wait) };
  } catch (error) {
    form.arrived?.file.discard();
    throw error;
  }
}

interface OpenForm {
  readonly fields: Map<string, string>;
  arrived: { readonly part: SentFile; readonly file: ReceivedFile } | null;
}

async function takePart(form: OpenForm, { name, filename, type, content }: FormPart, receive: Receive): Promise<void> {
  if (form.fields.has(name) || (name === "file" && form.arrived !== null)) {
    const hint = name === "file" ? " Send one file a request." : "";
    throw invalidParameter(name, `The form has several fields "${name}".${hint}`);
  }
  if (name === "file" && filename === null) throw notAFile(await gather(content, maxFieldBytes));
  if (name === "file") form.arrived = { part: { filename, declaredType: type }, file: await receive(content) };
  else form.fields.set(name, (await gather(content, maxFieldBytes)).toString("utf8"));
}

/** A part without a file name is a value (RFC 7578, section 4.2), often the name of the intended file. */
function notAFile(value: Buffer): Fault {
  const text = value.toString("utf8");
  const example = /^[^\s<>"|]{1,100}$/.test(text) ? text : "manual.pdf";
  return new Fault("invalid_parameter", 'The field "file" of the form holds a value, not a file.', {
    param: "file",
    hint: `With curl, put @ before the file's name: -F file=@${example}`,
  });
}

function missingFile(fields: readonly string[]): Fault {
  const others = fields.filter((name) => !Object.hasOwn(FormFields.properties, name));
  return new Fault("missing_required_parameter", 'The form has no field "file".', {
    param: "file",
    ...(others[0] !== undefined && { hint: `Send the file in the field "file" rather than "${others[0]}".` }),
  });
}

type GivenFields = Static<typeof FormFields>;
type SentFile = Pick<SourceFacts, "filename" | "declaredType">;

function fileFacts(fields: GivenFields, { filename, declaredType }: SentFile): SourceFacts {
  const name = fields.filename ?? (filename || null);
  const metadata = fields.metadata === undefined ? undefined : parseMetadata(fields.metadata);
  return factsOf(
    { ...fields, metadata },
    { type: "file", filename: name === null ? null : baseName(name), declaredType },
  );
}

type DocumentFacts = Pick<TextSource, "title" | "url" | "external_id"> & { readonly metadata?: Metadata | undefined };

function factsOf(given: DocumentFacts, form: Pick<SourceFacts, "type" | "filename" | "declaredType">): SourceFacts {
  if (given.metadata !== undefined) checkMetadata(given.metadata);
  if (given.url !== undefined) addressOf(given.url);
  return {
    ...form,
    title: given.title ?? null,
    url: given.url ?? null,
    externalId: given.external_id ?? null,
    metadata: given.metadata ?? null,
  };
}

const maxNameLength = 255;

/** Without path and misleading characters. */
function baseName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  return [...visible].slice(-maxNameLength).join("") || "file"; // keeps the end, which has the extension
}

function parseMetadata(text: string): Metadata {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault("invalid_parameter", '"metadata" is not valid JSON.', { param: "metadata", cause });
  }
  return metadataField.parse({ metadata: value }).metadata;
}

/** Everything except the time to wait. */
export function fingerprintedParts({
  facts,
  origin,
  sent,
}: Pick<AddSourceRequest, "facts" | "origin" | "sent">): unknown {
  if (sent !== undefined) return sent;
  return [facts, "file" in origin ? origin.file.sha256 : origin.fetchUrl];
}
