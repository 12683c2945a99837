import type { Signal } from "@preact/signals";
import { Plus, X } from "lucide-preact";
import type { QuestionMode } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { Button, IconButton } from "../parts/buttons.tsx";
import { CheckField, Choice, ChoiceField, TextField } from "../parts/field.tsx";
import { type FilterCondition, operators, type QuestionOptions } from "./question-options.ts";

const modes = ["auto", "keyword", "sense", "vector", "hybrid"] as const satisfies readonly QuestionMode[];

const numbers = {
  k: { type: "number", min: 1, max: 100 },
  minScore: { type: "number", min: 0, max: 1, step: 0.05 },
} as const;

export function QuestionOptionsForm({ options }: { readonly options: Signal<QuestionOptions> }) {
  const { capabilities, expert, t } = useExpertConsole();
  const { mode, k, minScore, passagesOnly, conditions } = options.value;
  const change = (facts: Partial<QuestionOptions>) => {
    options.value = { ...options.value, ...facts };
  };
  const onlyPassages = (next: boolean) => change({ passagesOnly: next });
  const offered = modes.filter((each) => each === "auto" || capabilities.data.value?.modes.includes(each) !== false);
  return (
    <fieldset class="question-options">
      <legend class="visually-hidden">{t.asking.options}</legend>
      <div class="option-row">
        <ChoiceField
          label={t.asking.mode}
          value={mode}
          options={offered.map((each) => [each, t.asking.modes[each]] as const)}
          onChange={(next) => change({ mode: next })}
        />
        <TextField
          label={t.asking.k}
          {...numbers.k}
          value={String(k ?? "")}
          placeholder={String(expert.settings.k)}
          onInput={(text) => change({ k: numberIn(text, 1, 100, true) })}
        />
        <TextField
          label={t.asking.minScore}
          {...numbers.minScore}
          value={String(minScore ?? "")}
          placeholder={String(expert.settings.min_score)}
          onInput={(text) => change({ minScore: numberIn(text, 0, 1, false) })}
        />
      </div>
      <CheckField label={t.asking.passagesOnly} checked={passagesOnly} onChange={onlyPassages} />
      <ConditionRows conditions={conditions} change={(next) => change({ conditions: next })} />
    </fieldset>
  );
}

function numberIn(text: string, least: number, most: number, isWhole: boolean): number | null {
  const value = Number(text);
  const fits = text.trim() !== "" && value >= least && value <= most && (!isWhole || Number.isInteger(value));
  return fits ? value : null;
}

interface ConditionFieldsProps {
  readonly condition: FilterCondition;
  readonly put: (facts: Partial<FilterCondition>) => void;
}

function ConditionFields({ condition: { field, operator, value }, put }: ConditionFieldsProps) {
  const { t } = useConsole();
  return (
    <>
      <input
        list="filter-fields"
        aria-label={t.asking.field}
        placeholder={t.asking.field}
        value={field}
        onInput={({ currentTarget }) => put({ field: currentTarget.value })}
      />
      <Choice
        aria-label={t.asking.operator}
        value={operator}
        options={operators.map((each) => [each, t.asking.operators[each]] as const)}
        onChange={(chosen) => put({ operator: chosen })}
      />
      <input
        aria-label={t.asking.value}
        placeholder={t.asking.value}
        value={value}
        onInput={({ currentTarget }) => put({ value: currentTarget.value })}
      />
    </>
  );
}

interface ConditionRowsProps {
  readonly conditions: readonly FilterCondition[];
  readonly change: (conditions: readonly FilterCondition[]) => void;
}

function ConditionRows({ conditions, change }: ConditionRowsProps) {
  const { t } = useConsole();
  const put = (at: number, facts: Partial<FilterCondition>) =>
    change(conditions.map((condition, i) => (i === at ? { ...condition, ...facts } : condition)));
  return (
    <div class="conditions">
      {conditions.map((condition, at) => (
        <div key={at} class="condition">
          <ConditionFields condition={condition} put={(facts) => put(at, facts)} />
          <IconButton
            label={t.asking.removeCondition}
            icon={X}
            onClick={() => change(conditions.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <datalist id="filter-fields">
        {["title", "type", "created_at", "external_id", "source_id"].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button
        label={t.asking.addCondition}
        kind="quiet"
        icon={Plus}
        onClick={() => change([...conditions, { field: "", operator: "$eq", value: "" }])}
      />
    </div>
  );
}
