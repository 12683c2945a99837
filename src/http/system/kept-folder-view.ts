import { type Static, Type } from "@sinclair/typebox";
import { timestamp } from "../../kernel/clock.ts";
import { instant, nullable, oneOf } from "../description/schema-parts.ts";
import { HeldObject } from "../sites/keepers-routes.ts";

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

export const KeptFolderObject = Type.Object(
  {
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
    failures: Type.Array(Type.Object({ path: Type.String(), reason: Type.String() }, { $id: "FolderFailure" }), {
      description: `The first ${mostNamed}, by path.`,
    }),
    looked_at: nullable(instant),
  },
  { $id: "KeptFolder" },
);

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
