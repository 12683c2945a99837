import { FileUp, FolderUp, Globe, Link, TextCursorInput } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { asProblem } from "../app/api-problem.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { laterPage } from "../app/later-page.tsx";
import { Button } from "../parts/buttons.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextField, useText } from "../parts/field.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { filesChosen } from "./dropped-files.ts";

const SitesPane = laterPage(async () => (await import("./sites-pane.tsx")).SitesPane);

interface AddSourcesProps {
  readonly changed: () => void;
  readonly onClose: () => void;
}

const ways = ["files", "text", "addresses", "site"] as const;
const icons = { files: FileUp, text: TextCursorInput, addresses: Link, site: Globe } as const;

export function AddSourcesDialog(props: AddSourcesProps) {
  const { capabilities, t } = useConsole();
  const [way, setWay] = useState<(typeof ways)[number]>("files");
  const fetches = capabilities.data.value?.source_types.includes("url") !== false;
  return (
    <Dialog title={t.sources.adding} onClose={props.onClose} wide>
      <Tabs
        label={t.sources.adding}
        tabs={ways
          .filter((each) => (each !== "addresses" && each !== "site") || fetches)
          .map((id) => ({ id, name: t.sources.ways[id], icon: icons[id] }))}
        chosen={way}
        choose={setWay}
      />
      {way === "files" && <ChooseFiles {...props} />}
      {way === "text" && <PasteText {...props} />}
      {way === "addresses" && <AddAddresses {...props} />}
      {way === "site" && <SitesPane {...props} />}
    </Dialog>
  );
}

const chooser = { type: "file", hidden: true, multiple: true } as const;

function ChooseFiles({ onClose }: Omit<AddSourcesProps, "changed">) {
  const { uploads, capabilities, expert, formats, t } = useExpertConsole();
  const [files, folder] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const take = ({ currentTarget: { files: list } }: { readonly currentTarget: HTMLInputElement }) => {
    const chosen = list === null ? [] : filesChosen(list);
    if (chosen.length === 0) return;
    uploads.of(expert.id).add(chosen);
    onClose();
  };
  const format = formats.bytes;
  const known = capabilities.data.value;
  const limits = [known?.limits.file_bytes ?? []].flat().map((bytes) => t.sources.upTo(format(bytes)));
  const names = (known?.formats ?? []).map(({ name }) => t.sources.formats[name] ?? name.toUpperCase());
  return (
    <div class="choose-files">
      <p>{t.sources.filesHelp}</p>
      <div class="row">
        <Button label={t.sources.chooseFiles} icon={FileUp} kind="primary" onClick={() => files.current?.click()} />
        <Button label={t.sources.chooseFolder} icon={FolderUp} onClick={() => folder.current?.click()} />
      </div>
      <input ref={files} {...chooser} aria-label={t.sources.chooseFiles} onChange={take} />
      <input
        ref={(element) => {
          folder.current = element;
          element?.setAttribute("webkitdirectory", "");
        }}
        {...chooser}
        aria-label={t.sources.chooseFolder}
        onChange={take}
      />
      <p class="faint">{[names.join(", "), ...limits].join(" · ")}</p>
    </div>
  );
}

function PasteText({ changed, onClose }: AddSourcesProps) {
  const { api, expert, notices, t } = useExpertConsole();
  const title = useText();
  const text = useText();
  const add = async () => {
    const body = { text: text.value, ...(title.value.trim() === "" ? {} : { title: title.value.trim() }) };
    const path = { id: expert.id };
    const added = await api.request("POST", "/v1/experts/{id}/sources", { path, body });
    notices.done(added.deduplicated ? t.sources.known(added.title) : t.sources.added(added.title));
    onClose();
    changed();
  };
  return (
    <SubmitForm action={t.sources.add} work={add} ready={text.value.trim() !== ""}>
      <TextField label={t.sources.titleField} {...title} maxLength={500} help={t.sources.titleHelp} />
      <TextField label={t.sources.ways.text} {...text} lines={10} takesProblem help={t.sources.textHelp} required />
    </SubmitForm>
  );
}

function AddAddresses({ changed, onClose }: AddSourcesProps) {
  const { api, expert, notices, t } = useExpertConsole();
  const text = useText();
  const lines = text.value.split("\n").flatMap((line) => line.split(/\s(?=https?:)/i));
  const addresses = lines.map((line) => line.trim()).filter((line) => line !== "");
  const add = async () => {
    const path = { id: expert.id };
    const refused: { readonly url: string; readonly reason: string }[] = [];
    for (const url of addresses) {
      await api
        .request("POST", "/v1/experts/{id}/sources", { path, body: { type: "url", url } })
        .catch((cause: unknown) => refused.push({ url, reason: asProblem(cause).message }));
    }
    changed();
    if (refused.length < addresses.length) notices.done(t.sources.addressesAdded(addresses.length - refused.length));
    if (refused.length === 0) return onClose();
    text.onInput(refused.map(({ url }) => url).join("\n"));
    throw new Error(refused.map(({ url, reason }) => `${url}: ${reason}`).join("\n"));
  };
  return (
    <SubmitForm action={t.sources.add} work={add} ready={addresses.length > 0}>
      <TextField
        label={t.sources.ways.addresses}
        {...text}
        lines={6}
        takesProblem
        help={t.sources.addressesHelp}
        placeholder="https://"
        required
      />
    </SubmitForm>
  );
}
