import { useState } from "preact/hooks";
import { useExpertConsole } from "../app/console-state.ts";
import { Dialog } from "../parts/dialog.tsx";
import { ChoiceField, TextField, useText } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function NewCheckDialog({ added, onClose }: { readonly added: () => void; readonly onClose: () => void }) {
  const { api, expert, t } = useExpertConsole();
  const question = useText();
  const [expected, setExpected] = useState<"answer" | "refusal">("answer");
  const contained = useText();
  const contains = linesOf(contained.value);
  const add = async () => {
    const body = { question: question.value.trim(), ...(expected === "refusal" ? { refused: true } : { contains }) };
    await api.request("POST", "/v1/experts/{id}/checks", { path: { id: expert.id }, body });
    added();
    onClose();
  };
  const options = [
    ["answer", t.quality.expectAnswer],
    ["refusal", t.quality.isRefused],
  ] as const;
  const isReady = question.value.trim() !== "" && (expected === "refusal" || contains.length > 0);
  return (
    <Dialog title={t.quality.newCheck} onClose={onClose}>
      <SubmitForm action={t.sources.add} work={add} ready={isReady} onCancel={onClose}>
        <TextField label={t.asking.question} {...question} takesProblem autoFocus />
        <ChoiceField label={t.quality.expected} value={expected} options={options} onChange={setExpected} />
        {expected === "answer" && <TextField {...t.quality.containing} {...contained} lines={3} />}
      </SubmitForm>
    </Dialog>
  );
}
