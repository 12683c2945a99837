/** Works beside a running server, which reads workspaces, keys and quotas for every request. */

import type { QuotaStore } from "../../accounting/limit-ports.ts";
import type { Config } from "../../config/load-config.ts";
import type { Expert } from "../../experts/expert.ts";
import type { Awaitable } from "../../kernel/awaitable.ts";
import { systemClock } from "../../kernel/clock.ts";
import { isId, sortableIds, type WorkspaceId } from "../../kernel/ids.ts";
import type { KeyService } from "../../keys/key-service.ts";
import type { WorkspaceService } from "../../keys/workspace-service.ts";
import type { DenseRows, DerivedRows, VectorRows } from "../../memory/row-ports.ts";
import { createCallPermits } from "../../providers/call-permits.ts";
import { composeAccounts, systemRandom } from "../accounts.ts";
import { type BuiltInSense, builtInSense } from "../built-in-sense.ts";
import { type ChosenEmbedder, chooseEmbedder } from "../models/chosen-embedder.ts";
import { packRows } from "../models/pack-vectors.ts";
import type { Stores } from "../stores.ts";

export interface CommandServices extends AsyncDisposable {
  readonly workspaces: WorkspaceService;
  readonly keys: KeyService;
  readonly quotas: QuotaStore;
  /** By id, slug or alias; null when the workspace has no such expert. */
  expert(workspace: WorkspaceId, name: string): Awaitable<Expert | null>;
  reindexing(): ReindexingParts;
}

export interface ReindexingParts {
  /** To be closed by the caller. */
  readonly embedding: ChosenEmbedder;
  readonly vectors: VectorRows;
  /** Null: no model pack is installed. */
  readonly dense: DenseRows | null;
  /** Null: the built-in model is off. The caller closes its encoder. */
  readonly sense: (BuiltInSense & { readonly rows: DerivedRows<"sense"> }) | null;
}

export function servicesOver(stores: Stores, config: Config, close: () => Awaitable<void>): CommandServices {
  const { workspaces, keys } = accountsIn(stores);
  const { experts } = stores;
  return {
    workspaces,
    keys,
    quotas: stores.quotas,
    expert: (workspace, name) =>
      isId("expert", name) ? experts.byId(workspace, name) : experts.byName(workspace, name),
    reindexing: () => {
      const sense = config.sense ? builtInSense() : null;
      const embedding = chooseEmbedder(config, sense, createCallPermits());
      return {
        embedding,
        dense: packRows(embedding.embedder, stores),
        vectors: stores.vectors,
        sense: sense && { ...sense, rows: stores.senses(sense.model.name) },
      };
    },
    [Symbol.asyncDispose]: async () => close(),
  };
}

export function accountsIn(stores: Stores) {
  const ids = sortableIds(systemClock, systemRandom);
  return composeAccounts({ stores, clock: systemClock, ids, random: systemRandom });
}
