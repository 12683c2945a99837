/** The messages about kept folders: what happened, and what to do next. */
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

export function confirmationWanted(held: number, root: string): string {
  return (
    `${held} documents are gone at once, so they are not deleted yet. If they are meant to be gone, confirm it with ` +
    `\`touch ${root}/${markerName}\`. If not, bring the files back.`
  );
}

export function unwritableFolder(root: string): string {
  return (
    `The folder cannot be written to, so it has no ${markerName}, and no document is deleted. To allow deletions, create ` +
    `${root}/${markerName} with a line such as fld_handbooks.`
  );
}
