/** Workspaces and their limits. Only for the operator. */
import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { OwnQuotas, Quotas } from "../../accounting/quota.ts";
import { wholeListView } from "../../api/native-views.ts";
import { instant, listOf, namedObject, nullable, strict } from "../../api/schema-parts.ts";
import { checked } from "../../api/validation.ts";
import { timestamp } from "../../kernel/clock.ts";
import { Fault } from "../../kernel/fault.ts";
import type { Workspace } from "../../keys/ports.ts";
import type { WorkspaceService } from "../../keys/workspace-service.ts";
import { readBody } from "../body/request-body.ts";
import { type Operators, operatorOperation, requireOperator } from "../native/system-routes.ts";
import type { RouteParts } from "../route-parts.ts";

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

const newWorkspace = checked(NewWorkspace);
const limitChanges = checked(LimitChanges);

export function workspacesRoutes(
  { auth, keys, quotas }: RouteParts,
  { workspaces, ...operators }: Operators & { readonly workspaces: WorkspaceService },
) {
  const view = async (workspace: Workspace) => workspaceView(workspace, await quotas.quotas(workspace.id));
  return new Elysia({ name: "workspaces-routes", prefix: "/v1/workspaces" })
    .use(auth)
    .get(
      "",
      async ({ access }) => {
        await requireOperator(access, operators);
        return wholeListView(await Promise.all((await workspaces.list()).map(view)));
      },
      listWorkspaces(),
    )
    .post(
      "",
      async ({ access, request, set }) => {
        await requireOperator(access, operators);
        const workspace = await workspaces.create((await readBody(request, newWorkspace)).name);
        const { secret } = await keys.create({ workspaceId: workspace.id, name: "first key" });
        set.status = 201;
        set.headers["cache-control"] = "no-store";
        return { ...(await view(workspace)), secret };
      },
      createWorkspace(),
    )
    .patch(
      "/:workspace",
      async ({ access, params, request }) => {
        await requireOperator(access, operators);
        const found = named(params.workspace, await workspaces.list());
        const limits = await quotas.change(found.id, ownFrom(await readBody(request, limitChanges)));
        return workspaceView(found, limits);
      },
      limitWorkspace(),
    );
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

const listWorkspaces = operatorOperation("listWorkspaces", {
  summary: "List workspaces and their limits",
  answers: { 200: { says: "All of them.", schema: WorkspaceList } },
});

const createWorkspace = operatorOperation("createWorkspace", {
  summary: "Create a workspace",
  description: "It begins with one key, whose secret only this reply has.",
  body: { "application/json": NewWorkspace },
  answers: { 201: { says: "The workspace.", schema: NewWorkspaceObject } },
  errors: ["slug_taken"],
});

const limitWorkspace = operatorOperation("limitWorkspace", {
  summary: "Limit a workspace",
  description: "Limits that are not given stay. They take effect within a second.",
  body: { "application/json": LimitChanges },
  answers: { 200: { says: "The workspace.", schema: WorkspaceObject } },
  errors: ["workspace_not_found"],
});
