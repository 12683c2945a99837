import type { MemoryBackend } from "./memory-backend.ts";

/** Set by the protocol. */
const most = 100;

export interface CompletionRequest {
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}

/** Experts by slug or name; for a chosen expert, sources by id or title. */
export async function completionsFor(
  backend: MemoryBackend,
  { argument: { name, value }, context }: CompletionRequest,
) {
  const typed = value.toLowerCase();
  if (name === "expert") {
    const { data } = await backend.experts({ limit: most, after: null });
    const near = data.filter(({ slug, name }) => [slug, name].some((word) => word.toLowerCase().includes(typed)));
    const slugs = near.map(({ slug }) => slug);
    const [first, rest] = [true, false].map((begins) => slugs.filter((slug) => slug.startsWith(typed) === begins));
    return suggested([...(first ?? []), ...(rest ?? [])]);
  }
  const expert = context?.arguments?.expert;
  if (name !== "source" || expert === undefined || !backend.may("read")) return suggested([]);
  const byTitle = value === "" || value.startsWith("src_") ? {} : { q: value.slice(0, 200) };
  const { data } = await backend.sources(expert, { limit: most, ...byTitle });
  const ids = data.map(({ id }) => id);
  return suggested(value.startsWith("src_") ? ids.filter((id) => id.startsWith(value)) : ids);
}

function suggested(values: string[]) {
  return { completion: { values, total: values.length, hasMore: values.length >= most } };
}
