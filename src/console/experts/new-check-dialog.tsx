import { useState } from "preact/hooks";
import type { ExpertObject } from "../../api/shapes.ts";
import { unwrap } from "../app/api-client.ts";
import { useConsole } from "../app/console-state.ts";
import { Dialog } from "../parts/dialog.tsx";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";

interface NewCheckProps {
  readonly expert: ExpertObject;
  readonly added: () => void;
  readonly onClose: () => void;
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function NewCheckDialog({ expert, added, onClose }: NewCheckProps) {
  const { api, t } = useConsole();
  const [question, setQuestion] = useState("");
  const [expected, setExpected] = useState<"answer" | "refusal">("answer");
  const [contained, setContained] = useState("");
  const contains = linesOf(contained);
  const add = async () => {
    const body = { question: question.trim(), ...(expected === "refusal" ? { refused: true } : { contains }) };
    await unwrap(api.call.POST("/v1/experts/{id}/checks", { params: { path: { id: expert.id } }, body }));
    added();
    onClose();
  };
  const options = [
    ["answer", t.quality.expectAnswer],
    ["refusal", t.quality.isRefused],
  ] as const;
  const isReady = question.trim() !== "" && (expected === "refusal" || contains.length > 0);
  return (
    <Dialog title={t.quality.newCheck} onClose={onClose}>
      <SubmitForm action={t.quality.addCheck} work={add} ready={isReady} onCancel={onClose}>
        {(problem) => (
          <>
            <TextField label={t.asking.question} value={question} onInput={setQuestion} problem={problem} autoFocus />
            <ChoiceField label={t.quality.expected} value={expected} options={options} onChange={setExpected} />
            {expected === "answer" && (
              <TextField {...t.quality.containing} value={contained} onInput={setContained} lines={3} />
            )}
          </>
        )}
      </SubmitForm>
    </Dialog>
  );
}
