export interface HandbookText {
  readonly name: string;
  /** Markdown, with its title as the first heading. */
  readonly text: string;
}

export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}
