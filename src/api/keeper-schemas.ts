/** Folders and sites that keep sources, and what they want to delete or replace. */
import { type Static, Type } from "@sinclair/typebox";
import { timestamp } from "../kernel/clock.ts";
import { idPattern } from "../kernel/ids.ts";
import { isFolderMark, namedKeepers } from "../kernel/keepers.ts";
import type { HeldChange } from "../sources/mass-change.ts";
import type { KeeperRecord } from "../sources/ports/keeping-ports.ts";
import type { Accepted } from "../sources/ports/store-ports.ts";
import type { Source } from "../sources/source.ts";
import { sourceView } from "./native-views.ts";
import { instant, listOf, namedObject, nullable, oneOf, strict } from "./schema-parts.ts";
import type { SourceObject } from "./source-schemas.ts";

export const HeldObject = Type.Object(
  {
    kind: oneOf(["deletions", "changes"]),
    deletions: Type.Integer({ description: "Sources that would be deleted." }),
    changes: Type.Integer({ description: "Sources that would get content that is all alike." }),
    since: instant,
    confirmed_at: nullable(instant),
  },
  { $id: "HeldChange", description: "A mass change. Nothing of it is done before a person confirms it." },
);

export const KeeperObject = namedObject("Keeper", {
  id: Type.String({ description: "The mark of a folder, or the id of a site.", examples: ["fld_0a1b2c3d4e5f"] }),
  object: Type.Literal("keeper"),
  expert_id: Type.String(),
  type: oneOf(["folder", "site"]),
  sources: Type.Integer({ description: "Sources that it keeps." }),
  held: nullable(HeldObject),
});

export const KeeperList = listOf(KeeperObject, "KeeperList");

const sourceIds = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: idPattern("source"), expected: "the id of a source" }), {
      maxItems: 100_000,
      description,
    }),
  );

export const ReleasedSources = Type.Object(
  {
    sources: sourceIds("All that the folder has lost. Empty: nothing any more, so that nothing stays held."),
    alike: sourceIds(
      "All whose files have changed to the bytes of another file of the folder. They may be replaced unless `held` says so. Empty: none any more.",
    ),
  },
  {
    $id: "ReleasedSources",
    ...strict,
    described: { minProperties: 1 },
    examples: [{ sources: ["src_01kfs5n6w4q1v2m3c8r7t9x0ab"] }],
  },
);
export const ReleaseObject = namedObject("Release", {
  object: Type.Literal("release"),
  released: Type.Integer({ description: "Sources that the folder keeps no longer." }),
  held: nullable(HeldObject),
});

export function keeperView({ expertId, keeper, sources, held }: KeeperRecord): Static<typeof KeeperObject> {
  const type = isFolderMark(keeper) ? "folder" : "site";
  return { id: keeper, object: "keeper", expert_id: expertId, type, sources, held: heldView(held) };
}

export function heldView(held: HeldChange | null): Static<typeof HeldObject> | null {
  if (held === null) return null;
  return {
    kind: held.deletions.length > 0 ? "deletions" : "changes",
    deletions: held.deletions.length,
    changes: held.changes.length,
    since: timestamp(held.since),
    confirmed_at: held.confirmedAt === null ? null : timestamp(held.confirmedAt),
  };
}

export interface ReportedFolder {
  readonly workspace: string;
  readonly expert: string;
  readonly path: string;
  /** Null before the first look. */
  readonly state: {
    readonly phase: (typeof phases)[number];
    readonly trouble: string | null;
    readonly mark: string | null;
    readonly held: { readonly deletions: number; readonly since: number } | null;
    readonly files: number;
    readonly ready: number;
    readonly pending: number;
    readonly failed: readonly { readonly path: string; readonly reason: string }[];
    /** Milliseconds since the Unix epoch. */
    readonly lookedAt: number;
  } | null;
}

const phases = ["in_step", "working", "held", "stopped"] as const;
const mostNamed = 20;

export const KeptFolderObject = namedObject("KeptFolder", {
  workspace: Type.String(),
  expert: Type.String(),
  path: Type.String(),
  phase: Type.Unsafe<"starting" | (typeof phases)[number]>({
    ...oneOf(["starting", ...phases]),
    description:
      "`held`: many documents are gone and wait to be confirmed. `stopped`: nothing is changed; `trouble` says why.",
  }),
  trouble: nullable(Type.String()),
  keeper: nullable(
    Type.String({ description: "Its name among the keepers of the expert; null while it is not known." }),
  ),
  held: nullable(HeldObject),
  files: Type.Integer({ description: "Documents in the folder." }),
  ready: Type.Integer(),
  pending: Type.Integer(),
  failed: Type.Integer(),
  failures: Type.Array(namedObject("FolderFailure", { path: Type.String(), reason: Type.String() }), {
    description: `The first ${mostNamed}, by path.`,
  }),
  looked_at: nullable(instant),
});

export function keptFolderView({ workspace, expert, path, state }: ReportedFolder): Static<typeof KeptFolderObject> {
  const {
    phase = "starting",
    trouble = null,
    mark = null,
    held = null,
    files = 0,
    ready = 0,
    pending = 0,
    failed = [],
  } = state ?? {};
  return {
    workspace,
    expert,
    path,
    phase,
    trouble,
    keeper: mark,
    held: held && {
      kind: "deletions",
      deletions: held.deletions,
      changes: 0,
      since: timestamp(held.since),
      confirmed_at: null,
    },
    files,
    ready,
    pending,
    failed: failed.length,
    failures: failed.slice(0, mostNamed).map((failure) => ({ path: failure.path, reason: failure.reason })),
    looked_at: state === null ? null : timestamp(state.lookedAt),
  };
}

export function acceptedView({ outcome, ignored = [] }: Accepted, source: Source): Static<typeof SourceObject> {
  const view = sourceView(source, outcome === "duplicate");
  if (ignored.length === 0) return view;
  const message = `It was there already, kept by ${namedKeepers(source.keepers)}: its ${ignored.join(", ")} stay as they are.`;
  return { ...view, warnings: [...view.warnings, { code: "facts_ignored", message }] };
}
