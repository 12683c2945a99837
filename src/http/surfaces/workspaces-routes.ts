import { type Static, Type } from "@sinclair/typebox";
import type { OwnQuotas, Quotas } from "../../accounting/quota.ts";
import type { QuotaService } from "../../accounting/quota-service.ts";
import { wholeListView } from "../../api/native-views.ts";
import { instant, listOf, namedObject, nullable, strict } from "../../api/schema-parts.ts";
import { timestamp } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import type { Workspace } from "../../keys/ports.ts";
import { operatorRoute } from "../native/system-routes.ts";

const limit = nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "Null: no limit." }));
const Limits = {
  requests: limit,
  sources: limit,
  bytes: limit,
};

const WorkspaceObject = namedObject("Workspace", {
  id: Type.String(),
  object: Type.Literal("workspace"),
  name: Type.String(),
  created_at: instant,
  limits: Type.Object(Limits, {
    $id: "WorkspaceLimits",
    description: "Requests in a month; sources and bytes held.",
  }),
});

const NewWorkspaceObject = namedObject("WorkspaceWithKey", {
  ...WorkspaceObject.properties,
  secret: Type.String({ description: "Of its first key, which has all scopes; shown once." }),
});

const WorkspaceList = listOf(WorkspaceObject, "WorkspaceList");

const NewWorkspace = Type.Object(
  {
    name: Type.String({
      pattern: "^[a-z0-9][a-z0-9_-]{0,63}$",
      expected: "1 to 64 lower-case letters, digits, - and _, beginning with a letter or digit",
    }),
  },
  { $id: "WorkspaceRequest", ...strict, examples: [{ name: "team-b" }] },
);

const LimitChanges = Type.Object(
  { requests: Type.Optional(limit), sources: Type.Optional(limit), bytes: Type.Optional(limit) },
  { $id: "LimitChanges", ...strict, minProperties: 1, examples: [{ sources: 10_000 }] },
);

async function viewOf(quotas: QuotaService, workspace: Workspace): Promise<Static<typeof WorkspaceObject>> {
  return workspaceView(workspace, await quotas.quotas(workspace.id));
}

/** Here null is no limit; in what is stored it is the default of the service. */
function ownFrom(changes: Static<typeof LimitChanges>): Partial<OwnQuotas> {
  return Object.fromEntries(Object.entries(changes).map(([name, most]) => [name, most ?? "none"]));
}

function workspaceView({ id, name, createdAt }: Workspace, limits: Quotas): Static<typeof WorkspaceObject> {
  return { id, object: "workspace", name, created_at: timestamp(createdAt), limits: { ...limits } };
}

function named(wanted: string, workspaces: readonly Workspace[]): Workspace {
  const found = workspaces.find(({ id, name }) => id === wanted || name === wanted);
  if (found !== undefined) return found;
  throw new Fault("workspace_not_found", `There is no workspace ${wanted}.`, {
    hint: "`GET /v1/workspaces` lists them.",
  });
}

const listWorkspaces = operatorRoute("GET /v1/workspaces", "listWorkspaces", {
  summary: "List workspaces and their limits",
  answers: { 200: { says: "All of them.", schema: WorkspaceList } },
  answer: async (_, { quotas, system }) => {
    const all = await system.workspaces.list();
    return wholeListView(await Promise.all(all.map((workspace) => viewOf(quotas, workspace))));
  },
});

const createWorkspace = operatorRoute("POST /v1/workspaces", "createWorkspace", {
  summary: "Create a workspace",
  description: "It begins with one key, whose secret only this reply has.",
  body: { "application/json": NewWorkspace },
  answers: { 201: { says: "The workspace.", schema: NewWorkspaceObject } },
  errors: ["slug_taken"],
  answer: async ({ set, readBody }, { keys, quotas, system }) => {
    const workspace = await system.workspaces.create((await readBody()).name);
    const { secret } = await keys.create({ workspaceId: workspace.id, name: "first key" });
    set.headers["cache-control"] = "no-store";
    return { ...(await viewOf(quotas, workspace)), secret };
  },
});

const limitWorkspace = operatorRoute("PATCH /v1/workspaces/:workspace", "limitWorkspace", {
  summary: "Limit a workspace",
  description: "Limits that are not given stay. They take effect within a second.",
  body: { "application/json": LimitChanges },
  answers: { 200: { says: "The workspace.", schema: WorkspaceObject } },
  errors: ["workspace_not_found"],
  answer: async ({ params, readBody }, { quotas, system }) => {
    const found = named(params.workspace, await system.workspaces.list());
    const limits = await quotas.change(found.id, ownFrom(await readBody()));
    return workspaceView(found, limits);
  },
});

export const workspacesRoutes = [listWorkspaces, createWorkspace, limitWorkspace];
