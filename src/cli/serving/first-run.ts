import type { Docent } from "../../compose/compose.ts";
import type { Expert } from "../../experts/expert.ts";
import { handbookPages } from "../../http/description/handbook-pages.ts";
import type { WorkspaceId } from "../../kernel/ids.ts";
import type { Workspace } from "../../keys/ports.ts";
import { textBytes } from "../../language/text/code-points.ts";

export interface FirstRun {
  /** Shown once; null: there was a key, or the owner chose it. */
  readonly newKey: string | null;
}

/** The handbook comes only with the first key, so that it stays deleted. */
export function firstRun(docent: Docent, chosen: string | null): Promise<FirstRun> {
  return docent.exclusive.run("first run", () => makeMissing(docent, chosen));
}

async function makeMissing(docent: Docent, chosen: string | null): Promise<FirstRun> {
  const workspace = (await docent.workspaces.byName("default")) ?? (await docent.workspaces.create("default"));
  // After an import, or an interrupted first start, the workspace exists.
  const isNew = (await docent.keys.list(workspace.id)).length === 0;
  const newKey = await ensureKey(docent, workspace, chosen);
  if (isNew) await bringHandbook(docent, workspace.id, { create: true });
  return { newKey };
}

export function refreshHandbook(docent: Docent): Promise<void> {
  return docent.exclusive.run("handbook", async () => {
    const workspace = await docent.workspaces.byName("default");
    if (workspace !== null) await bringHandbook(docent, workspace.id, { create: false });
  });
}

async function ensureKey({ keys }: Docent, workspace: Workspace, chosen: string | null): Promise<string | null> {
  const given = { workspaceId: workspace.id, name: "default" };
  if (chosen !== null) {
    if ((await keys.find(chosen)) === null) await keys.create({ ...given, secret: chosen });
    return null;
  }
  return (await keys.list(workspace.id)).length > 0 ? null : (await keys.create(given)).secret;
}

const mark = { builtin: "handbook" };

async function bringHandbook(docent: Docent, workspaceId: WorkspaceId, { create }: { create: boolean }): Promise<void> {
  const reach = { workspaceId, expertIds: null };
  const found = await docent.experts.lookUp(reach, "handbook");
  const ours = found?.metadata.builtin === mark.builtin ? found : null;
  const expert = ours ?? (create ? await docent.experts.create(reach, { ...description, metadata: mark }) : null);
  if (expert !== null) await addPages(docent, expert);
}

const description = {
  name: "Handbook",
  slug: "handbook",
  description: "How to use Docent, from its own documentation.",
};

async function addPages({ sources }: Docent, expert: Expert): Promise<void> {
  const { items } = await sources.list(expert, { status: null, externalId: null }, oldest);
  const known = new Map(items.map((source) => [source.externalId, source.sha256]));
  for (const { name, text } of handbookPages) {
    const externalId = `handbook/${name}`;
    if (known.get(externalId) === new Bun.CryptoHasher("sha256").update(text).digest("hex")) continue;
    await sources.accept(expert, null, {
      type: "text",
      title: null,
      url: null,
      filename: `${name}.md`,
      declaredType: "text/markdown",
      metadata: null,
      externalId,
      content: textBytes(text),
    });
  }
}

const oldest = { limit: 100, order: "asc", after: null } as const;
