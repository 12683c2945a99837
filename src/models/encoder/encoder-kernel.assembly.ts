/**
 * The arithmetic of a BERT encoder in AssemblyScript. WebAssembly fixes every operation to the bit for these numbers,
 * so a text has the same weights on every machine. Addresses are in bytes. Tokens come in fours.
 */

export { add, gelu, normalise } from "./activation.assembly";
export { multiply, softmax, transpose } from "./attention.assembly";
export { project, quantise } from "./byte-products.assembly";
export { projectGroups, quantiseGroups } from "./group-products.assembly";
export { measureRows, positiveRows, raiseBounds, roundToUnit } from "./positive-rows.assembly";
