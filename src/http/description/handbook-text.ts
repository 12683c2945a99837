/** A page of the handbook. */
export interface HandbookText {
  readonly name: string;
  /** Markdown, with its title as the first heading. */
  readonly text: string;
}

/** The first heading of a page. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}
