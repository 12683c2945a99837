/** How an expert answers: each setting with what it means and how it comes. */
import { useEffect, useRef } from "preact/hooks";
import type { Expert, ExpertSettings } from "../api/shapes.ts";
import { useConsole, useTexts } from "../app/console-state.ts";
import { CheckField, ChoiceField, TextField } from "../parts/field.tsx";

interface AnswerSettingsProps {
  readonly expert: Expert;
  readonly wanted: Partial<ExpertSettings>;
  readonly change: (settings: Partial<ExpertSettings>) => void;
}

export function AnswerSettings({ expert, wanted, change }: AnswerSettingsProps) {
  const { page } = useConsole();
  const t = useTexts();
  const frame = useRef<HTMLElement>(null);
  const now = { ...expert.settings, ...wanted };
  const focus = page.search.value.get("focus");
  useEffect(() => {
    if (focus !== null)
      frame.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(focus)}"] input`)?.focus();
  }, [focus]);
  return (
    <section class="card" ref={frame}>
      <h2>{t.experts.answers}</h2>
      <SearchSettings now={now} change={change} />
      <WritingSettings now={now} change={change} />
    </section>
  );
}

interface SettingFieldsProps {
  readonly now: ExpertSettings;
  readonly change: (settings: Partial<ExpertSettings>) => void;
}

function SearchSettings({ now, change }: SettingFieldsProps) {
  const t = useTexts();
  const names = t.experts.answerSettings;
  return (
    <>
      <TextField
        label={names.k.label}
        help={names.k.help}
        type="number"
        min={1}
        max={100}
        value={String(now.k)}
        onInput={(text) => change({ k: Number(text) })}
      />
      <TextField
        label={names.min_score.label}
        help={names.min_score.help}
        type="number"
        min={0}
        max={1}
        step={0.01}
        value={String(now.min_score)}
        onInput={(text) => change({ min_score: Number(text) })}
      />
      <div data-setting="min_confidence">
        <TextField
          label={names.min_confidence.label}
          help={names.min_confidence.help}
          type="number"
          min={0}
          max={1}
          step={0.01}
          value={textOf(now.min_confidence)}
          placeholder={t.experts.automatic}
          onInput={(text) => change({ min_confidence: numberOrNull(text) })}
        />
      </div>
    </>
  );
}

function WritingSettings({ now, change }: SettingFieldsProps) {
  const t = useTexts();
  const names = t.experts.answerSettings;
  return (
    <>
      <TextField
        label={names.refusal_text.label}
        help={names.refusal_text.help}
        lines={2}
        maxLength={2000}
        value={now.refusal_text ?? ""}
        placeholder={t.experts.automatic}
        onInput={(text) => change({ refusal_text: text === "" ? null : text })}
      />
      <TextField
        label={names.sentences.label}
        help={names.sentences.help}
        type="number"
        min={1}
        max={5}
        value={textOf(now.sentences)}
        placeholder={t.experts.automatic}
        onInput={(text) => change({ sentences: numberOrNull(text) })}
      />
      <ChoiceField
        label={names.fallback.label}
        help={names.fallback.help}
        value={now.fallback}
        options={[
          ["none", names.fallback.none],
          ["extractive", names.fallback.extractive],
        ]}
        onChange={(fallback) => change({ fallback })}
      />
      <ChoiceField
        label={names.unsupported.label}
        help={names.unsupported.help}
        value={now.unsupported}
        options={[
          ["drop", names.unsupported.drop],
          ["mark", names.unsupported.mark],
        ]}
        onChange={(unsupported) => change({ unsupported })}
      />
      <CheckField
        label={names.chat_footer.label}
        help={names.chat_footer.help}
        checked={now.chat_footer}
        onChange={(chat_footer) => change({ chat_footer })}
      />
    </>
  );
}

function textOf(value: number | null): string {
  return value === null ? "" : String(value);
}

function numberOrNull(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}
