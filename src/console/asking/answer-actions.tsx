import { useSignal } from "@preact/signals";
import { Code } from "lucide-preact";
import type { CitationObject } from "../../api/shapes.ts";
import { serviceAddress } from "../app/base-path.ts";
import { useExpertConsole } from "../app/console-state.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Menu } from "../parts/menu.tsx";
import { askAsCode, type CodeKind, codeKinds } from "./ask-as-code.ts";
import type { AskedTurn } from "./asked-conversation.ts";

const codeNames: Readonly<Record<CodeKind, string>> = { curl: "curl", python: "Python", typescript: "TypeScript" };

export function AnswerActions({ turn }: { readonly turn: AskedTurn }) {
  const { expert, t, formats } = useExpertConsole();
  const shown = useSignal<CodeKind | null>(null);
  const { question, text, citations, answer } = turn;
  const origin = serviceAddress();
  const markdown = answerMarkdown({ origin, expertId: expert.id, question: question.question, text, citations });
  const isAnswered = answer !== null && answer.answer_mode !== "none" && !answer.abstained;
  const facts = [
    isAnswered ? t.asking.confidence(formats.percent(answer.confidence ?? 0)) : null,
    answer?.timings === undefined ? null : `${formats.count(Math.round(answer.timings.total_ms))} ms`,
    answer?.model ?? null,
  ];
  return (
    <footer class="answer-actions">
      <CopyButton text={markdown} label={t.asking.copyMarkdown} />
      <Menu
        label={t.asking.asCode}
        text={t.asking.asCode}
        icon={Code}
        items={codeKinds.map((kind) => ({ label: codeNames[kind], act: () => (shown.value = kind) }))}
      />
      <span class="faint">{facts.filter((fact) => fact !== null).join(" · ")}</span>
      {shown.value !== null && (
        <Dialog title={t.asking.asCodeIn(codeNames[shown.value])} onClose={() => (shown.value = null)} wide>
          <CodeBlock
            label={codeNames[shown.value]}
            code={askAsCode(shown.value, { origin, expert: expert.slug, question })}
          />
          <p class="faint">{t.asking.asCodeHelp}</p>
        </Dialog>
      )}
    </footer>
  );
}

interface MarkdownAnswer {
  readonly origin: string;
  readonly expertId: string;
  readonly question: string;
  readonly text: string;
  readonly citations: readonly CitationObject[];
}

/** An answer as Markdown. Its citations are links into this service, for anyone with a key. */
function answerMarkdown({ origin, expertId, question, text, citations }: MarkdownAnswer): string {
  const notes = citations.map(({ index, title, page, quote, ...place }) => {
    const where = page === null ? "" : `, p. ${page}`;
    const link = `${origin}/c/${expertId}/${place.source_id}/${place.source_version}/${place.start}-${place.end}`;
    return `[${index}] [${escaped(title)}](${link})${where}: “${escaped(quote.replace(/\s+/g, " ").trim())}”`;
  });
  return [`**${escaped(question)}**`, text, ...(notes.length === 0 ? [] : [notes.join("  \n")])].join("\n\n");
}

/** Escapes text from sources, so that it is shown literally (CommonMark, section 2.4). */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|!]/g, (sign) => `\\${sign}`);
}
