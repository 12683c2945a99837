import { type ComponentChildren, createContext, createElement } from "preact";
import { useContext } from "preact/hooks";
import { addressOf } from "../app/base-path.ts";
import { useConsole } from "../app/console-state.ts";
import { handbookPath } from "../app/page-location.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { Table } from "../parts/table.tsx";
import type { Inline, MarkdownBlock, MarkdownDocument } from "./read-markdown.ts";

interface MarkdownManner {
  readonly text: (text: string) => ComponentChildren;
  /** Whether its author is trusted with links and anchors; others' links are shown as their words. */
  readonly isOurs: boolean;
}

export const MarkdownManner = createContext<MarkdownManner>({ text: (text) => text, isOurs: true });

export function MarkdownView({ document }: { readonly document: MarkdownDocument }) {
  return (
    <div class="prose">
      {document.map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: MarkdownBlock }) {
  const { t } = useConsole();
  const { isOurs } = useContext(MarkdownManner);
  switch (block.kind) {
    case "heading":
      return createElement(
        isOurs ? `h${block.depth}` : "h3",
        isOurs ? { id: anchorOf(block.inside) } : null,
        <Inlines inside={block.inside} />,
      );
    case "paragraph":
      return (
        <p>
          <Inlines inside={block.inside} />
        </p>
      );
    case "code":
      return <CodeBlock label={block.language || t.handbook.example} code={block.text} />;
    case "list":
      return createElement(
        block.isOrdered ? "ol" : "ul",
        null,
        block.items.map(({ isDone, inside }, at) => (
          <li key={at} class={isDone === null ? undefined : `task inline-${isDone ? "done" : "open"}`}>
            <MarkdownView document={inside} />
          </li>
        )),
      );
    case "table":
      return <TableView {...block} />;
    case "quote":
      return (
        <blockquote>
          <MarkdownView document={block.inside} />
        </blockquote>
      );
  }
}

function TableView({ head, rows }: Extract<MarkdownBlock, { readonly kind: "table" }>) {
  const { t } = useConsole();
  const columns = head.map((cell) => <Inlines inside={cell} />);
  return (
    <Table label={t.handbook.table} columns={columns}>
      {rows.map((row, line) => (
        <tr key={line}>
          {row.map((cell, at) => (
            <td key={at}>
              <Inlines inside={cell} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Inlines({ inside }: { readonly inside: readonly Inline[] }) {
  return (
    <>
      {inside.map((inline, at) => (
        <InlineView key={at} inline={inline} />
      ))}
    </>
  );
}

function InlineView({ inline }: { readonly inline: Inline }) {
  const { text, isOurs } = useContext(MarkdownManner);
  switch (inline.kind) {
    case "text":
      return <>{text(unescaped(inline.text))}</>;
    case "code":
      return <code>{inline.text}</code>;
    case "strong":
      return (
        <strong>
          <Inlines inside={inline.inside} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <Inlines inside={inline.inside} />
        </em>
      );
    case "link":
      return !isOurs ? (
        <Inlines inside={inline.inside} />
      ) : (
        <a href={targetOf(inline.href)}>
          <Inlines inside={inline.inside} />
        </a>
      );
  }
}

function targetOf(href: string): string {
  const [, name, anchor = ""] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name !== undefined) return addressOf(handbookPath(name) + anchor);
  return href.startsWith("/") ? addressOf(href) : href;
}

function anchorOf(inside: readonly Inline[]): string {
  return textOf(inside)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replace(/\s/g, "-");
}

function textOf(inside: readonly Inline[]): string {
  return inside.map((inline) => ("inside" in inline ? textOf(inline.inside) : inline.text)).join("");
}

/** Reverses the lexer's escapes: text is never markup here. */
function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&#39;": "'",
    "&amp;": "&",
  };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (name) => signs[name] ?? name);
}
