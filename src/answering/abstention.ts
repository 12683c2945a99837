/** When the memory does not hold the answer. */

/** The confidence below which an expert abstains, unless its settings say otherwise. */
export const abstainsBelow = 0.25;
