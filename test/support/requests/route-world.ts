/** A service with every kind of object and every kind of caller, for tests that ask all routes. */
import { ExpertObject } from "../../../src/api/expert-schemas.ts";
import { SourceObject } from "../../../src/api/source-schemas.ts";
import type { ExpertId } from "../../../src/kernel/ids.ts";
import type { Scope } from "../../../src/keys/key.ts";
import { newSecret } from "../../../src/keys/key-secret.ts";
import { repeatableRandom, type ServiceOptions, startService, type TestService } from "../service.ts";
import type { Holder, Outsider } from "./access-matrix.ts";

export interface World extends TestService {
  /** The slug of an expert with a ready source. */
  readonly expert: string;
  readonly source: string;
  /** The `Authorization` header of each caller; null: it sends none. */
  readonly authorization: Readonly<Record<Outsider | Holder, string | null>>;
  /** Ids of objects that only some callers may see. */
  readonly ids: { readonly expert: ExpertId; readonly ownerKey: string };
}

export async function startWorld(selection: ServiceOptions = {}): Promise<World> {
  const service = await startService(selection);
  const { docent, request, workspace } = service;
  const expert = (await request("POST", "/v1/experts", { body: { name: "Manual", aliases: ["house/manual"] } })).as(
    ExpertObject,
  );
  const reach = { workspaceId: workspace, expertIds: null };
  const manual = await docent.experts.find(reach, expert.id);
  const empty = await docent.experts.create(reach, { name: "Empty" });
  const document = { title: "Manual", text: "# Filters\n\nReplace the filter every six months." };
  const added = await request("POST", `/v1/experts/${expert.id}/sources?wait=60`, { body: document });
  const revoked = await docent.keys.create({ workspaceId: workspace, name: "revoked" });
  await docent.keys.revoke(workspace, revoked.key.id);
  const bearer = (key: string) => `Bearer ${key}`;
  const only = async (scope: Scope) => bearer(await service.key({ scopes: [scope] }));
  return {
    ...service,
    expert: expert.slug,
    source: added.as(SourceObject).id,
    authorization: {
      nobody: null,
      malformed: `Basic ${service.owner}`,
      unknown: bearer(newSecret(repeatableRandom(7))),
      revoked: bearer(revoked.secret),
      expired: bearer(await service.key({ expiresAt: service.clock.now() })),
      query: await only("query"),
      ingest: await only("ingest"),
      manage: await only("manage"),
      admin: await only("admin"),
      stranger: bearer(await service.key({ workspace: (await docent.workspaces.create("elsewhere")).id })),
      here: bearer(
        await service.key({ experts: [manual.id, (await docent.experts.create(reach, { name: "Doomed" })).id] }),
      ),
      elsewhere: bearer(await service.key({ experts: [empty.id] })),
    },
    ids: { expert: manual.id, ownerKey: (await docent.keys.find(service.owner))?.id ?? "" },
  };
}
