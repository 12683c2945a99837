/** Reads a document out of a request, in whichever of the three forms it came: JSON, a form, or its bytes. */
import { type Static, Type } from "@sinclair/typebox";
import { checkMetadata, type Metadata } from "../experts/expert.ts";
import { Fault } from "../kernel/fault.ts";
import type { SourceDraft } from "../sources/source-service.ts";
import { codePointLength } from "../text/code-points.ts";
import { bodyBytes, mediaType, readBody, readQuery, tooLarge } from "./request-body.ts";
import { MetadataSchema } from "./schema-parts.ts";
import { FileFields, TextSource } from "./source-schemas.ts";
import { checked } from "./validation.ts";

export interface ArrivalLimits {
  readonly fileBytes: number;
  readonly textChars: number;
}

export interface Arrival {
  readonly draft: SourceDraft;
  /** Milliseconds the client wants to wait for it to be settled. */
  readonly wait: number;
}

const textSource = checked(TextSource);
const fileFields = checked(FileFields);
const metadataField = checked(Type.Object({ metadata: MetadataSchema }));

export async function readArrival(request: Request, limits: ArrivalLimits): Promise<Arrival> {
  const beside = readQuery(request, fileFields);
  const wait = (beside.wait ?? 0) * 1000;
  switch (mediaType(request)) {
    case "application/json":
      return { wait, draft: textDraft(await readBody(request, textSource), limits) };
    case "multipart/form-data":
      return { wait, draft: await formDraft(request, limits) };
    default:
      return {
        wait,
        draft: { ...fileDraft(beside), declaredType: declaredType(request), content: bodyBytes(request) },
      };
  }
}

/** What curl declares when it is told nothing says nothing about the file. */
function declaredType(request: Request): string | null {
  const type = request.headers.get("content-type");
  return type === null || mediaType(request) === "application/x-www-form-urlencoded" ? null : type;
}

function textDraft(given: TextSource, { textChars }: ArrivalLimits): SourceDraft {
  const length = codePointLength(given.text);
  if (length > textChars) {
    throw new Fault("payload_too_large", `"text" has ${length} characters; at most ${textChars} are allowed.`, {
      param: "text",
      hint: "Send it as a file, or in parts.",
    });
  }
  if (given.metadata !== undefined) checkMetadata(given.metadata);
  return {
    type: "text",
    content: once(new TextEncoder().encode(given.text)),
    title: given.title ?? null,
    url: given.url ?? null,
    externalId: given.external_id ?? null,
    filename: null,
    declaredType: null,
    metadata: given.metadata ?? null,
  };
}

async function formDraft(request: Request, { fileBytes }: ArrivalLimits): Promise<SourceDraft> {
  const overhead = 65_536 * 4;
  if (Number(request.headers.get("content-length") ?? 0) > fileBytes + overhead) throw tooLarge(fileBytes);
  const form = await readForm(request);
  const file = form.get("file");
  if (!(file instanceof Blob)) {
    throw new Fault("missing_required_parameter", 'The form has no file in its field "file".', { param: "file" });
  }
  const fields = fileFields.parse(Object.fromEntries([...form.entries()].filter(([name]) => name !== "file")));
  const filename = fields.filename ?? (file instanceof File && file.name !== "" ? file.name : null);
  const given = fileDraft({ ...fields, ...(filename === null ? {} : { filename }) });
  return { ...given, declaredType: file.type === "" ? null : file.type, content: file.stream() };
}

async function readForm(request: Request) {
  try {
    return await request.formData();
  } catch (cause) {
    throw new Fault("invalid_parameter", "The multipart body is broken off or malformed.", { param: "file", cause });
  }
}

function fileDraft(fields: Static<typeof FileFields>): Omit<SourceDraft, "content" | "declaredType"> {
  return {
    type: "file",
    title: fields.title ?? null,
    url: fields.url ?? null,
    externalId: fields.external_id ?? null,
    filename: fields.filename === undefined ? null : baseName(fields.filename),
    metadata: fields.metadata === undefined ? null : parseMetadata(fields.metadata),
  };
}

/** The last part of a name that may carry a path, without what could mislead a terminal or a reader. */
function baseName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? name;
  return last.replace(/[\p{Cc}\p{Cf}]/gu, "").trim() || "file";
}

function parseMetadata(text: string): Metadata {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Fault("invalid_parameter", '"metadata" is not valid JSON.', { param: "metadata", cause });
  }
  const { metadata } = metadataField.parse({ metadata: value });
  checkMetadata(metadata);
  return metadata;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
