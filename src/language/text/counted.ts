/** A number with its noun, for people: `1 passage`, `3 passages`. The noun has a regular plural. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
