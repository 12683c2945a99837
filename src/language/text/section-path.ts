/** A section is stored as the path of its headings, the outermost first: `Care > Filters`. */
const separator = " > ";

/** Leaves out headings without words. */
export const sectionPath = (headings: readonly string[]): string =>
  headings.filter((one) => one !== "").join(separator);

/** The headings of a path, at least one; a single empty one for text above all headings. */
export const headingsOf = (section: string): [string, ...string[]] => section.split(separator) as [string, ...string[]];

/** The innermost heading of a path. */
export const lastHeading = (section: string): string => headingsOf(section).at(-1)!;
