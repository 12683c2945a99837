import type { ComponentChildren, Ref } from "preact";
import { useContext, useId, useState } from "preact/hooks";
import { FormProblem } from "./submit-form.tsx";

interface FieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly takesProblem?: boolean;
  readonly children: (ids: { readonly id: string; readonly "aria-describedby": string }) => ComponentChildren;
}

export function Field({ label, help, takesProblem = false, children }: FieldProps) {
  const id = useId();
  const found = useContext(FormProblem);
  const problem = takesProblem ? found : null;
  const note = `${id}-note`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": note })}
      <p id={note} class={problem === null ? "help" : "help problem"}>
        {problem ?? help}
      </p>
    </div>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly help?: string;
  readonly takesProblem?: boolean;
  readonly lines?: number;
  readonly type?: "text" | "password" | "url" | "number" | "date" | "search";
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly autoFocus?: boolean;
  readonly spellcheck?: boolean;
}

export function useText(initial = ""): Pick<TextFieldProps, "value" | "onInput"> {
  const [value, onInput] = useState(initial);
  return { value, onInput };
}

export function TextField({ label, value, onInput, help, lines, type = "text", ...given }: TextFieldProps) {
  const { takesProblem = false, ...rest } = given;
  const take = (event: { readonly currentTarget: { readonly value: string } }) => onInput(event.currentTarget.value);
  return (
    <Field label={label} help={help} takesProblem={takesProblem}>
      {(ids) =>
        lines === undefined ? (
          <input {...ids} {...rest} type={type as "text"} dir="auto" autocomplete="off" value={value} onInput={take} />
        ) : (
          <textarea {...ids} {...rest} dir="auto" rows={lines} value={value} onInput={take} />
        )
      }
    </Field>
  );
}

export function NameField(props: Pick<TextFieldProps, "label" | "help" | "value" | "onInput">) {
  return <TextField {...props} takesProblem maxLength={128} required autoFocus />;
}

interface ChoiceFieldProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
  readonly help?: string;
}

export function ChoiceField<T extends string>({ label, help, ...choice }: ChoiceFieldProps<T>) {
  return (
    <Field label={label} help={help}>
      {(ids) => <Choice {...ids} {...choice} />}
    </Field>
  );
}

interface ChoiceProps<T extends string> extends Pick<ChoiceFieldProps<T>, "value" | "options" | "onChange"> {
  readonly "aria-label"?: string;
  readonly element?: Ref<HTMLSelectElement>;
}

export function Choice<T extends string>({ options, onChange, element, ...rest }: ChoiceProps<T>) {
  const take = ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }) => {
    const chosen = options.find(([each]) => each === currentTarget.value);
    if (chosen !== undefined) onChange(chosen[0]);
  };
  return (
    <select {...rest} ref={element ?? null} onChange={take}>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface CheckFieldProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly help?: string;
}

export function CheckField({ label, checked, onChange, help }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="check-field">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={help === undefined ? undefined : `${id}-note`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {help !== undefined && (
        <p id={`${id}-note`} class="help">
          {help}
        </p>
      )}
    </div>
  );
}
