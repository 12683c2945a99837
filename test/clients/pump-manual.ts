/** What the one expert of the tests knows, and what it is asked. */
export const model = "pump-manual";
export const question = "How often is the filter replaced?";
export const sourceTitle = "Pump manual";
export const sourceText = [
  "Care of the pump.",
  "Replace the filter every six months.",
  "Rinse the housing with warm water each week.",
  "The warranty lasts two years from the day of purchase.",
].join("\n\n");
/** The sentence that answers `question`, with its marker, and the footer under it. */
export const answer = "Replace the filter every six months [1].";
export const footer = "\n\nSources:\n- [1] Pump manual";
