/** Headings, the outermost first: `Care > Filters`. */
const separator = " > ";

export const sectionPath = (headings: readonly string[]): string =>
  headings.filter((one) => one !== "").join(separator);

/** One empty heading for text above all headings. */
export const headingsOf = (section: string): [string, ...string[]] => section.split(separator) as [string, ...string[]];

export const lastHeading = (section: string): string => headingsOf(section).at(-1)!;
