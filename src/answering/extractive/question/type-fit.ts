/** 0: contains nothing of the type; 0.5: unknown; 1: contains it; `saysItself`. */
export type TypeFit = (text: string) => number;

/** Of a sentence that has the form of the answer: it states a measure by its name, or defines what is asked about. */
export const saysItself = 2;
