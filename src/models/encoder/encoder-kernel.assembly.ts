/**
 * The arithmetic of a BERT encoder, in AssemblyScript: TypeScript's syntax with WebAssembly's numbers. Matrices of 8-bit weights
 * times 16-bit activations or of 4-bit weights times 8-bit activations, and what lies between them in 32-bit floating point. Every
 * operation is one that the WebAssembly specification fixes to the bit for the numbers that it gets here, so a text has the same
 * weights on every machine. All addresses are in bytes. Tokens come in fours; `quantise` fills up the last four.
 */

export { add, gelu, normalise } from "./activation.assembly";
export { multiply, softmax, transpose } from "./attention.assembly";
export { project, quantise } from "./byte-products.assembly";
export { projectGroups, quantiseGroups } from "./group-products.assembly";
export { measureRows, positiveRows, raiseBounds, roundToUnit } from "./positive-rows.assembly";
