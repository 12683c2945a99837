import { type Signal, useSignal } from "@preact/signals";
import { ArrowUp, SlidersHorizontal, Square } from "lucide-preact";
import { useRef } from "preact/hooks";
import { useConsole } from "../app/console-state.ts";
import { Button, IconButton } from "../parts/buttons.tsx";
import type { Conversations } from "./conversation-shelf.ts";
import { changedOptions, plainOptions, type QuestionOptions, questionOf } from "./question-options.ts";
import { QuestionOptionsForm } from "./question-options-form.tsx";

const area = { "data-ask": true, dir: "auto", rows: 2, maxLength: 8000 } as const;

export function QuestionForm({ shelf }: { readonly shelf: Conversations }) {
  const { t } = useConsole();
  const text = useSignal("");
  const options = useSignal<QuestionOptions>(plainOptions);
  const isOpen = useSignal(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const isAsking = shelf.current.value?.turns.at(-1)?.state === "asking";
  const submit = (event: Event) => {
    event.preventDefault();
    const asked = text.value.trim();
    if (asked === "" || isAsking) return;
    text.value = "";
    shelf.ask(questionOf(asked, options.value));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
  };
  return (
    <form class="question-form" onSubmit={submit}>
      {isOpen.value && <QuestionOptionsForm options={options} />}
      <textarea
        ref={field}
        {...area}
        aria-label={t.asking.question}
        placeholder={t.asking.placeholder}
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="question-bar">
        <OptionsButton options={options.value} isOpen={isOpen} />
        <span class="faint hint">{t.asking.hint}</span>
        <SendButton isAsking={isAsking} isEmpty={text.value.trim() === ""} stop={() => shelf.stop()} />
      </div>
    </form>
  );
}

function SendButton({ isAsking, isEmpty, stop }: { isAsking: boolean; isEmpty: boolean; stop: () => void }) {
  const { t } = useConsole();
  return isAsking ? (
    <IconButton label={t.asking.stop} icon={Square} onClick={stop} />
  ) : (
    <IconButton label={t.asking.ask} icon={ArrowUp} kind="primary" submit disabled={isEmpty} />
  );
}

function OptionsButton({ options, isOpen }: { readonly options: QuestionOptions; readonly isOpen: Signal<boolean> }) {
  const { t } = useConsole();
  const changed = changedOptions(options);
  const toggle = () => {
    isOpen.value = !isOpen.value;
  };
  return (
    <Button
      label={changed === 0 ? t.asking.options : t.asking.optionsChanged(changed)}
      kind="quiet"
      icon={SlidersHorizontal}
      pressed={isOpen.value}
      onClick={toggle}
    />
  );
}
