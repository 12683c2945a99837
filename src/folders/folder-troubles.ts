import { namedKeepers } from "../kernel/keepers.ts";
import type { HeldChanges, KeptSource } from "./folder-destination.ts";
import { markerName } from "./folder-marker.ts";

export function lostMarker(id: string): string {
  return (
    `The file ${markerName} is gone, so this may not be the folder that was here before. Nothing is changed until it is ` +
    `back. If this is the same folder, write ${id} into a new ${markerName}.`
  );
}

export function otherFolder(before: string, now: string): string {
  return (
    `The folder is now marked ${now} instead of ${before}, so another folder is here. Nothing is changed. Bring the ` +
    `first folder back, or start again to keep this one.`
  );
}

export function usedElsewhere(id: string): string {
  return (
    `The expert already has files of the same paths from a folder marked ${id}. If this is the same folder, write ${id} ` +
    `into its ${markerName}; otherwise use another expert.`
  );
}

export function confirmationWanted({ deletions, changes }: HeldChanges, mark: string): string {
  const what =
    deletions > 0
      ? `${deletions} documents are gone within a day, so they are not deleted yet. If they are meant to be gone,`
      : `${changes} documents have become the same within a day, so they are not replaced yet. If that is meant,`;
  return `${what} confirm it with \`docent keepers EXPERT confirm ${mark}\`. If not, bring the files back.`;
}

export function unwritableFolder(root: string, mark: string): string {
  return (
    `The folder cannot be written to, so it has no ${markerName}, and no document is deleted. To allow deletions, create ` +
    `${root}/${markerName} with the line ${mark}.`
  );
}

export function keptElsewhere({ id, keepers }: KeptSource): string {
  return (
    `The source ${id} has this path as its external id and is kept by ${namedKeepers(keepers)}, so the file does not ` +
    `replace it. Rename the file, or delete that source.`
  );
}
