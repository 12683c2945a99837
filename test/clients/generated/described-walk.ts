/** Beside the types that openapi-typescript made. */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

const url = process.env.DOCENT_TEST_URL ?? "";
const client = createClient<paths>({
  baseUrl: url.replace(/\/v1$/, ""),
  headers: { authorization: `Bearer ${process.env.DOCENT_TEST_KEY}` },
});

/** The data of a reply, or an end with its error. */
function good<T>({ data, error }: { data?: T; error?: components["schemas"]["Error"] | undefined }): T {
  if (data !== undefined) return data;
  throw new Error(error?.error.message ?? "there is neither data nor an error");
}

const ok = (step: string) => process.stdout.write(`ok ${step}\n`);

const expert = good(await client.POST("/v1/experts", { body: { name: "Generated TypeScript", language: "en" } }));
ok("expert");
const path = { id: expert.slug };
const form = new FormData();
form.set("file", new File(["The pump is blue."], "colour.txt", { type: "text/plain" }));
const added = good(
  await client.POST("/v1/experts/{id}/files", {
    params: { path },
    body: { file: "" },
    bodySerializer: () => form,
  }),
);
ok("file");
const text = "# Pump\n\nReplace the filter of the pump every six months.";
const source = good(
  await client.POST("/v1/experts/{id}/sources", {
    params: { path, query: { wait: 30 } },
    body: { title: "Pump", text },
  }),
);
ok("text");
const read = good(
  await client.GET("/v1/experts/{id}/sources/{sid}", {
    params: { path: { ...path, sid: added.id }, query: { wait: 30 } },
  }),
);
if (source.status !== "ready" || read.status !== "ready") throw new Error(`the source is ${source.status}`);
ok("wait");

const question = "How often is the filter of the pump replaced?";
const answer = good(await client.POST("/v1/experts/{id}/query", { params: { path }, body: { question, k: 3 } }));
// Compiles only where an answer is typed as an answer.
const citations: readonly components["schemas"]["Citation"][] = answer.citations;
const [citation] = citations;
if (citation === undefined || answer.abstained) throw new Error(`not cited: ${answer.answer}`);

const content = good(
  await client.GET("/v1/experts/{id}/sources/{sid}/content", {
    params: { path: { ...path, sid: citation.source_id }, query: { version: citation.source_version } },
    parseAs: "text",
  }),
);
const quoted = [...String(content)].slice(citation.start, citation.end).join("");
if (quoted !== citation.quote) throw new Error(`the citation points at ${quoted}`);

const chat = good(
  await client.POST("/v1/chat/completions", {
    body: { model: expert.slug, messages: [{ role: "user", content: question }] },
  }),
);
if (chat.choices[0]?.message.content?.includes("[1]") !== true) throw new Error("the chat cites nothing");
ok("query");
good(await client.GET("/v1/usage", {}));
ok("usage");
const { deleted } = good(await client.DELETE("/v1/experts/{id}", { params: { path } }));
const gone = await client.GET("/v1/experts/{id}", { params: { path } });
if (!deleted || gone.error?.error.type !== "not_found_error") throw new Error("the expert is still there");
ok("delete");
