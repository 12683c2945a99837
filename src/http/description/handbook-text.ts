export interface HandbookText {
  readonly name: string;
  readonly text: string;
}

export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}
