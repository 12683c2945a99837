import type { ApiClient } from "../app/api-client.ts";
import { addressOf } from "../app/base-path.ts";
import { useConsole } from "../app/console-state.ts";
import { handbookPath } from "../app/page-location.ts";
import { useResource } from "../app/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { MarkdownView } from "./markdown-view.tsx";
import { type MarkdownDocument, readMarkdown } from "./read-markdown.ts";

export function HandbookPage({ name }: { readonly name: string | null }) {
  const { api } = useConsole();
  const handbook = useResource(() => api.request("GET", "/v1/handbook", {}), []);
  return (
    <div class="handbook">
      <Loaded of={handbook} lines={10}>
        {({ pages }) => <OpenHandbook pages={pages} name={name ?? pages[0]?.name ?? ""} />}
      </Loaded>
    </div>
  );
}

interface OpenHandbookProps {
  readonly pages: readonly { readonly name: string; readonly title: string }[];
  readonly name: string;
}

async function readPage(api: ApiClient, name: string): Promise<MarkdownDocument> {
  const response = await api.raw(`/v1/handbook/${encodeURIComponent(name)}`);
  return readMarkdown(await response.text());
}

function OpenHandbook({ pages, name }: OpenHandbookProps) {
  const { api, t } = useConsole();
  const text = useResource(() => readPage(api, name), [name]);
  return (
    <>
      <nav aria-label={t.shell.pages.handbook}>
        <ul>
          {pages.map((page) => (
            <li key={page.name}>
              <a
                class="side-link"
                href={addressOf(handbookPath(page.name))}
                aria-current={page.name === name ? "page" : undefined}
              >
                {page.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article lang="en">
        <Loaded of={text} lines={14}>
          {(document) => <MarkdownView document={document} />}
        </Loaded>
      </article>
    </>
  );
}
