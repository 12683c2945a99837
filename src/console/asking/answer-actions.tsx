import { useSignal } from "@preact/signals";
import { Code } from "lucide-preact";
import type { ExpertObject } from "../../api/shapes.ts";
import { serviceAddress } from "../app/base-path.ts";
import { useConsole } from "../app/console-state.ts";
import { CodeBlock } from "../parts/code-block.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Menu } from "../parts/menu.tsx";
import { answerMarkdown } from "./answer-markdown.ts";
import { askAsCode, type CodeKind, codeKinds } from "./ask-as-code.ts";
import type { AskedTurn } from "./asked-conversation.ts";

const codeNames: Readonly<Record<CodeKind, string>> = { curl: "curl", python: "Python", typescript: "TypeScript" };

export function AnswerActions({ expert, turn }: { readonly expert: ExpertObject; readonly turn: AskedTurn }) {
  const { t, formats } = useConsole();
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
