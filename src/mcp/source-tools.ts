import { type Static, Type } from "@sinclair/typebox";
import { ConversationSource } from "../api/contents/conversation-schemas.ts";
import { SourceListQuery } from "../api/contents/source-list-schemas.ts";
import { nullable, strict, strictObject } from "../api/schema-parts.ts";
import { TextSource } from "../api/source-schemas.ts";
import { Fault } from "../kernel/fault.ts";
import type { MemoryBackend, NewDocument } from "./memory-backend.ts";
import { chosenExpert, type LocalFiles, readOnly, type Tool, tool } from "./tool.ts";
import { expertArgument, SourceSummary, sourceArgument } from "./tool-schemas.ts";
import { sourceLine, sourceSummary } from "./tool-views.ts";

const defaultWait = 30;

const facts = {
  expert: expertArgument,
  text: Type.Optional(Type.String({ minLength: 1, description: "Plain text, Markdown or HTML to remember." })),
  url: Type.Optional({
    ...TextSource.properties.url,
    description: "Alone: the service fetches the document from here. With `text`: where the text came from.",
  }),
  messages: Type.Optional({
    ...ConversationSource.properties.messages,
    description:
      "A conversation to remember, in order. Under an external_id that is known, later turns are appended to it.",
  }),
  site: Type.Optional(
    Type.Boolean({ description: "true: the pages of the site at `url` are read too, in the background." }),
  ),
  title: Type.Optional({ ...TextSource.properties.title, description: "Shown in citations." }),
  external_id: Type.Optional({
    ...TextSource.properties.external_id,
    description: "A name of your own. Adding under the same name again makes a new version of the same source.",
  }),
  metadata: Type.Optional({
    ...TextSource.properties.metadata,
    description: 'A flat object to filter by, such as {"year": 2026}.',
  }),
  wait: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 60,
      description: `Seconds to wait until it can be asked about (default ${defaultWait}).`,
    }),
  ),
};

const path = Type.Optional(
  Type.String({ minLength: 1, maxLength: 4096, description: "A file on this machine to add, such as a PDF." }),
);

const localArguments = strictObject({ ...facts, path });
const remoteArguments = strictObject(facts);
type AddArguments = Static<typeof localArguments>;

const SiteSummary = Type.Object({ id: Type.String(), url: Type.String(), status: Type.String() });
const SourceOutcome = Type.Object({
  expert: Type.String(),
  source: nullable(SourceSummary),
  site: nullable(SiteSummary),
});

function addSource(files: LocalFiles | null): Tool {
  const ways = `a text, a conversation, an address, a site${files === null ? "" : " or a file of this machine"}`;
  return tool({
    name: "add_source",
    title: "Add a source",
    description:
      `Adds a document to an expert's memory: ${ways}. The same content is never added twice. ` +
      "It can be asked about once its status is ready.",
    input: files === null ? remoteArguments : localArguments,
    output: SourceOutcome,
    // A known `external_id` adds a version; earlier ones can still be read.
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    operation: "add",
    run: async (request: AddArguments, { backend, files: here, ...progress }) => {
      const expert = await chosenExpert(backend, request.expert);
      if (request.site === true) return addSite(backend, expert, request);
      const document = await documentFrom(request, here);
      const view = await backend.add(expert, document, request.wait ?? defaultWait, progress);
      const source = sourceSummary(view);
      const known = source.deduplicated ? "This content was there already. " : "";
      const warned = view.warnings.map(({ message }) => ` ${message}`).join("");
      return { text: `${known}${sourceLine(source)}${warned}`, data: { expert, source, site: null } };
    },
  });
}

async function addSite(backend: MemoryBackend, expert: string, { url, text, messages, path: file }: AddArguments) {
  if (url === undefined) throw nothing("`site` needs an `url`.");
  if (text !== undefined || messages !== undefined || file !== undefined) throw tooMuch();
  const { id, url: address, status } = await backend.addSite(expert, url);
  const said = `The site ${address} (${id}) is being read. Its pages become sources: source_status lists them.`;
  return { text: said, data: { expert, source: null, site: { id, url: address, status } } };
}

async function documentFrom(request: AddArguments, files: LocalFiles | null): Promise<NewDocument> {
  const { text, url, messages } = request;
  const common = factsOf(request);
  const address = url === undefined ? {} : { url };
  if ([text, messages, request.path].filter((content) => content !== undefined).length > 1) throw tooMuch();
  if (messages !== undefined) return { fields: { ...common, type: "conversation", messages } };
  if (request.path !== undefined && files !== null) {
    const { file, filename } = await files.open(request.path);
    return { file, facts: { ...common, ...address, filename } };
  }
  if (text !== undefined) return { fields: { ...common, ...address, text } };
  if (url !== undefined) return { fields: { ...common, type: "url", url } };
  throw nothing(`Give \`text\`, \`messages\`, \`url\`${files === null ? "" : " or `path`"}.`);
}

function factsOf({ title, external_id, metadata }: AddArguments) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function nothing(hint: string): Fault {
  return new Fault("missing_required_parameter", "There is nothing to add.", { param: "text", hint });
}

function tooMuch(): Fault {
  return new Fault("invalid_parameter", "`text`, `messages`, `path` and a site are documents of their own.", {
    param: "text",
    hint: "Add them one by one.",
  });
}

const sourceStatus = tool({
  name: "source_status",
  title: "Look at sources",
  description:
    "Says whether a source has been read and can be asked about. Without source_id it lists the expert's sources, the " +
    "newest first.",
  input: Type.Object(
    {
      expert: expertArgument,
      source_id: Type.Optional(sourceArgument),
      status: Type.Optional({ ...SourceListQuery.properties.status, description: "Only sources in this state." }),
      q: Type.Optional({
        ...SourceListQuery.properties.q,
        description: "Only sources with this text in their title, file name, external_id or address.",
      }),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "Sources to list (default 20)." })),
      after: Type.Optional(Type.String({ description: "The `next` of the page before." })),
    },
    { ...strict, otherNames: { q: ["search", "query", "text"] } },
  ),
  output: Type.Object({
    expert: Type.String(),
    sources: Type.Array(SourceSummary),
    total: Type.Integer(),
    next: nullable(Type.String({ description: "For `after`; null when there are no more." })),
  }),
  hints: readOnly,
  operation: "read",
  run: async ({ expert: given, source_id, ...list }, { backend }) => {
    const expert = await chosenExpert(backend, given);
    if (source_id !== undefined) {
      const source = sourceSummary(await backend.source(expert, source_id));
      return { text: sourceLine(source), data: { expert, sources: [source], total: 1, next: null } };
    }
    const page = await backend.sources(expert, list);
    const sources = page.data.map(sourceSummary);
    const text = sources.length === 0 ? `${expert} has no such source.` : sources.map(sourceLine).join("\n");
    return { text, data: { expert, sources, total: page.total_count, next: page.has_more ? page.last_id : null } };
  },
});

const forgetSource = tool({
  name: "forget_source",
  title: "Forget a source",
  description:
    "Permanently deletes a source with its text, its passages and its file. It is never cited again. Ask the user first.",
  input: strictObject({ expert: expertArgument, source_id: sourceArgument }),
  output: Type.Object({ expert: Type.String(), source_id: Type.String(), deleted: Type.Boolean() }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  operation: "forget",
  run: async ({ expert: given, source_id }, { backend }) => {
    const expert = await chosenExpert(backend, given);
    await backend.forget(expert, source_id);
    return { text: `${source_id} is deleted.`, data: { expert, source_id, deleted: true } };
  },
});

export function sourceTools(files: LocalFiles | null): readonly Tool[] {
  return [addSource(files), sourceStatus, forgetSource];
}
