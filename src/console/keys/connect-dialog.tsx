/** How a program connects to an expert: a tab for each, with what is to be copied as it is, and a request that tries it. */
import { KeyRound, PlugZap } from "lucide-preact";
import { useState } from "preact/hooks";
import { problemOf, unreachable } from "../app/api-problem.ts";
import { serviceAddress } from "../app/base-path.ts";
import { useConsole, useExpertConsole } from "../app/console-state.ts";
import { ActionButton } from "../parts/buttons.tsx";
import { CodeBlock } from "../parts/code-block.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { type ClientGuide, clientGuides } from "./client-lines.ts";

export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const { api, expert, session, t } = useExpertConsole();
  const [secret, setSecret] = useState<string | null>(null);
  const makeKey = async () => {
    const body = { name: t.connect.keyName(expert.name), scopes: ["query" as const], expert_ids: [expert.id] };
    setSecret((await api.request("POST", "/v1/keys", { body })).secret);
  };
  return (
    <Dialog title={t.connect.title(expert.name)} onClose={onClose} wide>
      {secret === null && session.may("admin") && (
        <div class="row">
          <ActionButton label={t.connect.makeKey} icon={KeyRound} kind="primary" act={makeKey} />
          <span class="faint">{t.connect.makeKeyHelp}</span>
        </div>
      )}
      <p class="note">{secret === null ? t.connect.ownKey : t.keys.shownOnce}</p>
      <ClientTabs secret={secret} model={expert.slug} />
    </Dialog>
  );
}

export function ClientTabs({ secret, model }: { readonly secret: string | null; readonly model: string }) {
  const { t } = useConsole();
  const guides = clientGuides({ origin: serviceAddress(), secret: secret ?? "YOUR_KEY", model });
  const [chosen, choose] = useState(guides[0]!.id);
  const guide = guides.find(({ id }) => id === chosen)!;
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return (
    <>
      <Tabs label={t.connect.clients} tabs={guides} chosen={chosen} choose={choose} />
      <p>{guide.file === null ? t.connect.paste[guide.way] : t.connect.file(guide.file)}</p>
      <CodeBlock label={guide.name} code={guide.block} />
      {isLocal && chosen.startsWith("open-webui") && <p class="note">{t.connect.docker(location.port)}</p>}
      {secret !== null && <Trial key={chosen} guide={guide} secret={secret} model={model} />}
    </>
  );
}

function Trial({ guide, secret, model }: { guide: ClientGuide; secret: string; model: string }) {
  const { t } = useConsole();
  const [took, setTook] = useState<number | null>(null);
  const tryNow = async () => {
    const started = performance.now();
    await firstRequest(guide, secret, model);
    setTook(Math.round(performance.now() - started));
  };
  return (
    <div class="row">
      <ActionButton label={t.connect.tryNow} icon={PlugZap} act={tryNow} />
      <span role="status">{took !== null && t.connect.tried(took)}</span>
    </div>
  );
}

const hello = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "docent-console", version: "1" } },
};

/** Not by the client of the page: that the service refuses this key does not end the session. @throws ApiProblem */
async function firstRequest({ way }: ClientGuide, secret: string, model: string): Promise<void> {
  const authorization = `Bearer ${secret}`;
  const accept = "application/json, text/event-stream";
  const [path, init] =
    way === "chat"
      ? [`/v1/models/${encodeURIComponent(model)}`, { headers: { authorization } }]
      : [
          "/mcp",
          {
            method: "POST",
            headers: { authorization, accept, "content-type": "application/json" },
            body: JSON.stringify(hello),
          },
        ];
  const response = await fetch(serviceAddress() + path, init).catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null));
  await response.body?.cancel();
}
