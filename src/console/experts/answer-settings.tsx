import { useEffect, useRef } from "preact/hooks";
import type { ExpertSettingsObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { CheckField, ChoiceField, TextField } from "../parts/field.tsx";

/** Least confidences, by what they are for. Null: the measured threshold. */
const presets = { balanced: null, careful: 0.5, generous: 0.1 } as const;

interface SettingFieldsProps {
  readonly now: ExpertSettingsObject;
  readonly change: (settings: Partial<ExpertSettingsObject>) => void;
}

export function AnswerPreset({ now, change }: SettingFieldsProps) {
  const { t } = useConsole();
  const texts = t.experts.presets;
  const names = Object.keys(presets) as (keyof typeof presets)[];
  const chosen = names.find((name) => presets[name] === now.min_confidence) ?? "own";
  const own = chosen === "own" ? ([["own", texts.own]] as const) : [];
  return (
    <ChoiceField
      label={texts.label}
      help={texts.help}
      value={chosen}
      options={[...names.map((name) => [name, texts[name]] as const), ...own]}
      onChange={(name) => name !== "own" && change({ min_confidence: presets[name] })}
    />
  );
}

export function AnswerSettings({ now, change }: SettingFieldsProps) {
  const { page } = useConsole();
  const frame = useRef<HTMLDivElement>(null);
  const focus = page.search.value.get("focus");
  useEffect(() => {
    if (focus !== null)
      frame.current?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(focus)}"] input`)?.focus();
  }, [focus]);
  return (
    <div ref={frame}>
      <NumberSetting name="k" now={now} change={change} min={1} max={100} />
      <NumberSetting name="min_score" now={now} change={change} min={0} max={1} step={0.01} />
      <NumberSetting name="min_confidence" now={now} change={change} min={0} max={1} step={0.01} isOptional />
      <WritingSettings now={now} change={change} />
    </div>
  );
}

interface NumberSettingProps extends SettingFieldsProps {
  readonly name: "k" | "min_score" | "min_confidence" | "sentences";
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly isOptional?: boolean;
}

function NumberSetting({ name, now, change, isOptional = false, ...limits }: NumberSettingProps) {
  const { t } = useConsole();
  const { label, help } = t.experts.answerSettings[name];
  const value = now[name];
  const take = (text: string) => change({ [name]: isOptional && text.trim() === "" ? null : Number(text) });
  return (
    <div data-setting={name}>
      <TextField
        label={label}
        help={help}
        type="number"
        value={value === null ? "" : String(value)}
        onInput={take}
        {...(isOptional && { placeholder: t.experts.automatic })}
        {...limits}
      />
    </div>
  );
}

interface ChoiceSettingProps<N extends "fallback" | "unsupported"> extends SettingFieldsProps {
  readonly name: N;
  readonly options: readonly (readonly [value: ExpertSettingsObject[N], label: string])[];
}

function ChoiceSetting<N extends "fallback" | "unsupported">({ name, options, now, change }: ChoiceSettingProps<N>) {
  const { label, help } = useConsole().t.experts.answerSettings[name];
  return (
    <ChoiceField
      label={label}
      help={help}
      value={now[name]}
      options={options}
      onChange={(chosen) => change({ [name]: chosen })}
    />
  );
}

function WritingSettings({ now, change }: SettingFieldsProps) {
  const { t } = useConsole();
  const { refusal_text, fallback, unsupported } = t.experts.answerSettings;
  const fields = { now, change };
  const fallbacks = [
    ["none", fallback.none],
    ["extractive", fallback.extractive],
  ] as const;
  const unsupporteds = [
    ["drop", unsupported.drop],
    ["mark", unsupported.mark],
  ] as const;
  return (
    <>
      <TextField
        label={refusal_text.label}
        help={refusal_text.help}
        lines={2}
        maxLength={2000}
        value={now.refusal_text ?? ""}
        placeholder={t.experts.automatic}
        onInput={(text) => change({ refusal_text: text === "" ? null : text })}
      />
      <NumberSetting name="sentences" {...fields} min={1} max={5} isOptional />
      <ChoiceSetting name="fallback" {...fields} options={fallbacks} />
      <ChoiceSetting name="unsupported" {...fields} options={unsupporteds} />
      {(["chat_footer", "remember"] as const).map((name) => (
        <CheckField
          key={name}
          {...t.experts.answerSettings[name]}
          checked={now[name]}
          onChange={(on) => change({ [name]: on })}
        />
      ))}
    </>
  );
}
