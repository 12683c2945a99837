/** WebAssembly fixes every bit of these operations, so weights are equal on every machine. Addresses are in bytes. */

export { add, gelu, normalise } from "./activation.assembly";
export { multiply, softmax, transpose } from "./attention.assembly";
export { project, quantise } from "./byte-products.assembly";
export { projectGroups, quantiseGroups } from "./group-products.assembly";
export { measureRows, positiveRows, raiseBounds, roundToUnit } from "./positive-rows.assembly";
