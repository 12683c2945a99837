import { useSignal } from "@preact/signals";
import { ArrowUp, SlidersHorizontal, Square } from "lucide-preact";
import { useRef } from "preact/hooks";
import type { Expert } from "../../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { Button, IconButton } from "../parts/buttons.tsx";
import type { Conversations } from "./conversation-shelf.ts";
import { changedOptions, plainOptions, type QuestionOptions, questionOf } from "./question-options.ts";
import { QuestionOptionsForm } from "./question-options-form.tsx";

interface QuestionFormProps {
  readonly expert: Expert;
  readonly shelf: Conversations;
}

export function QuestionForm({ expert, shelf }: QuestionFormProps) {
  const { api } = useConsole();
  const t = useTexts();
  const text = useSignal("");
  const options = useSignal<QuestionOptions>(plainOptions);
  const isOpen = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const isAsking = shelf.current.value?.turns.at(-1)?.state === "asking";
  const ask = () => {
    const question = text.value.trim();
    if (question === "" || isAsking) return;
    text.value = "";
    void shelf.ask(api, questionOf(question, options.value));
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask();
  };
  const changed = changedOptions(options.value);
  return (
    <form
      class="question-form"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      {isOpen.value && <QuestionOptionsForm expert={expert} options={options} />}
      <textarea
        ref={area}
        data-ask
        dir="auto"
        rows={2}
        maxLength={8000}
        aria-label={t.asking.question}
        placeholder={t.asking.placeholder}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="question-bar">
        <Button
          kind="quiet"
          icon={SlidersHorizontal}
          pressed={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {changed === 0 ? t.asking.options : t.asking.optionsChanged(changed)}
        </Button>
        <span class="faint hint">{t.asking.hint}</span>
        {isAsking ? (
          <IconButton label={t.asking.stop} icon={Square} onClick={() => shelf.stop()} />
        ) : (
          <IconButton label={t.asking.ask} icon={ArrowUp} kind="primary" submit disabled={text.value.trim() === ""} />
        )}
      </div>
    </form>
  );
}
