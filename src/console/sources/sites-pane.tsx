import { RefreshCw, Square, Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import type { SiteObject } from "../../api/shapes.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { useLookingAgain, useResource } from "../app/resource.ts";
import { ActionButton } from "../parts/buttons.tsx";
import { ChoiceField, TextField, useText } from "../parts/field.tsx";
import { Loaded } from "../parts/states.tsx";
import { SubmitForm } from "../parts/submit-form.tsx";

const lookInterval = 2000;

const isMoving = ({ status }: SiteObject) => status === "queued" || status === "processing";

export function SitesPane({ changed }: { readonly changed: () => void }) {
  const { api, expert } = useExpertConsole();
  const path = { id: expert.id };
  const sites = useResource(() => Array.fromAsync(api.each("/v1/experts/{id}/sites", { path })), [expert.id]);
  const look = () => {
    void sites.refresh();
    changed();
  };
  useLookingAgain(sites.data.value?.some(isMoving) === true, lookInterval, look);
  return (
    <>
      <Loaded of={sites} lines={2}>
        {(all) => (
          <ul class="sites">
            {all.map((site) => (
              <SiteLine key={site.id} site={site} changed={look} />
            ))}
          </ul>
        )}
      </Loaded>
      <NewSiteForm added={look} />
    </>
  );
}

function SiteLine({ site, changed }: { readonly site: SiteObject; readonly changed: () => void }) {
  const { api, t, formats } = useConsole();
  const { count, moment } = formats;
  const path = { id: site.expert_id, site: site.id };
  const act = (word: "crawl" | "cancel") => async () => {
    await api.request("POST", `/v1/experts/{id}/sites/{site}/${word}`, { path }).finally(changed);
  };
  const remove = async () => {
    await api.request("DELETE", "/v1/experts/{id}/sites/{site}", { path }).finally(changed);
  };
  return (
    <li>
      <bdi class="clip">{site.url}</bdi>
      <p class="faint">
        {t.sites.statuses[site.status]} · {t.sites.pages(site.pages.sources, count(site.pages.sources))}
        {site.pages.failed > 0 && ` · ${t.sites.failed(count(site.pages.failed))}`}
        {site.next_crawl_at !== null && ` · ${t.sites.next(moment(site.next_crawl_at))}`}
      </p>
      {site.error !== null && <p class="problem">{site.error.message}</p>}
      <div class="row">
        {isMoving(site) ? (
          <ActionButton label={t.sites.stop} kind="quiet" icon={Square} act={act("cancel")} />
        ) : (
          <ActionButton label={t.sites.again} kind="quiet" icon={RefreshCw} act={act("crawl")} />
        )}
        <ActionButton label={t.sites.remove} kind="quiet" icon={Trash2} act={remove} />
      </div>
    </li>
  );
}

/** Hours between two crawls. */
const rhythms = { never: null, daily: 24, weekly: 168 } as const;
const linkDepth = 3;
function NewSiteForm({ added }: { readonly added: () => void }) {
  const { api, expert, t } = useExpertConsole();
  const url = useText();
  const pages = useText("200");
  const [rhythm, setRhythm] = useState<keyof typeof rhythms>("never");
  const add = async () => {
    const body = {
      url: url.value.trim(),
      every_hours: rhythms[rhythm],
      max_pages: Number(pages.value),
      max_depth: linkDepth,
    };
    await api.request("POST", "/v1/experts/{id}/sites", { path: { id: expert.id }, body });
    url.onInput("");
    added();
  };
  const { start, startHelp, most, rhythm: question } = t.sites;
  const address = { type: "url", ...url, placeholder: "https://", required: true } as const;
  const number = { type: "number", ...pages, min: 1, max: 10_000, required: true } as const;
  const options = (["never", "daily", "weekly"] as const).map((each) => [each, t.sites.rhythms[each]] as const);
  return (
    <SubmitForm action={t.sources.add} work={add} ready={url.value.trim() !== "" && Number(pages.value) > 0}>
      <TextField label={start} help={startHelp} takesProblem {...address} />
      <TextField label={most} {...number} />
      <ChoiceField label={question} value={rhythm} options={options} onChange={setRhythm} />
    </SubmitForm>
  );
}
