/** The WebAssembly kernel of the encoder, assembled from encoder-kernel.wat; a test assembles it again and compares. */

/** `bun test/support/assemble-kernel.ts sense/encoder-kernel` prints this. */
export const encoderKernelBase64 =
  "AGFzbQEAAAABYgxgBn9/f31/fwBgBnt7f39/fwBgCn9/f39/f39/f38AYAF7AX1gBn9/f39/fQBgA39/fwBgAXsBe2ACf38AYAV/f39/fQBgBn9/f39/fwBgCX9/f39/f39/fwBgBH9/f38AAw0MAAECAwQFBgcICQoLBQMBAAEHYgoGbWVtb3J5AgAIcXVhbnRpc2UAAAdwcm9qZWN0AAIJbm9ybWFsaXNlAAQDYWRkAAUEZ2VsdQAHB3NvZnRtYXgACAl0cmFuc3Bvc2UACQhtdWx0aXBseQAKBm1heGltYQALCqkVDLUCBAV/AXsBfQJ7A0AgACAGIAJBAWsgBiACSRsgAUECdGxqIQcgByABQQJ0aiEJ/QwAAAAAAAAAAAAAAAAAAAAAIQsgByEIA0AgCyAI/QAEAP3gAf3pASELIAhBEGoiCCAJSQ0ACyAL/R8AIAv9HwGXIAv9HwIgC/0fA5eXIQwgBSAGQQJ0aiAMIAOVOAIAIAMgDJVDAAAAACAMQwAAAABeG/0TIQ0gBCAGQXxxIAFBAXRsaiAGQQNxQQJ0aiEKIAchCANAIAj9AAQAIA395gH9av34ASAI/QAEECAN/eYB/Wr9+AH9hQEhDiAKIA79WgIAACAKIA79WgIQASAKIA79WgIgAiAKIA79WgIwAyAKQcAAaiEKIAhBIGoiCCAJSQ0ACyAGQQFqIgYgAkEDakF8cUkNAAsLUAEBeyAC/QkCACEGIAUgAP36ASAG/eYBIAP9AAQA/eYBIAT9AAQA/eQB/QsEACAFIAH9+gEgBv3mASAD/QAEEP3mASAE/QAEEP3kAf0LBBALnAQCBn8LewNAQQAhCyAAIQwgCCEPA0D9DAAAAAAAAAAAAAAAAAAAAAAhE/0MAAAAAAAAAAAAAAAAAAAAACEU/QwAAAAAAAAAAAAAAAAAAAAAIRX9DAAAAAAAAAAAAAAAAAAAAAAhFv0MAAAAAAAAAAAAAAAAAAAAACEX/QwAAAAAAAAAAAAAAAAAAAAAIRj9DAAAAAAAAAAAAAAAAAAAAAAhGf0MAAAAAAAAAAAAAAAAAAAAACEaIAQhDSAEIAJBA3RqIQ4DQCAN/QEDACEQIA39AQMIIREgDP0JAgAhEiATIBAgEv26Af2uASETIBcgESAS/boB/a4BIRcgDP0JAgQhEiAUIBAgEv26Af2uASEUIBggESAS/boB/a4BIRggDP0JAgghEiAVIBAgEv26Af2uASEVIBkgESAS/boB/a4BIRkgDP0JAgwhEiAWIBAgEv26Af2uASEWIBogESAS/boB/a4BIRogDEEQaiEMIA1BEGoiDSAOSQ0ACyATIBcgASALQQJ0aiAFIAYgDxABIBQgGCABIAtBAWpBAnRqIAUgBiAPIAlqIg8QASAVIBkgASALQQJqQQJ0aiAFIAYgDyAJaiIPEAEgFiAaIAEgC0EDakECdGogBSAGIA8gCWoiDxABIA8gCWohDyALQQRqIgsgA0kNAAsgDiEEIAVBIGohBSAGQSBqIQYgCEEgaiEIIApBCGoiCiAHSQ0ACwsZACAA/R8AIAD9HwGSIAD9HwIgAP0fA5KSC5UCAwN/A3sCfyABQQJ0IQ0gACACIA1saiEGA0D9DAAAAAAAAAAAAAAAAAAAAAAhCUEAIQcDQCAJIAAgB2r9AAQA/eQBIQkgB0EQaiIHIA1JDQALIAkQAyABs5X9EyEK/QwAAAAAAAAAAAAAAAAAAAAAIQlBACEHA0AgACAHaiEMIAz9AAQAIAr95QEhCyAMIAv9CwQAIAkgCyAL/eYB/eQBIQkgB0EQaiIHIA1JDQALQwAAgD8gCRADIAGzlSAFkpGV/RMhC0EAIQcDQCAAIAdqIQwgDCAM/QAEACAL/eYBIAMgB2r9AAQA/eYBIAQgB2r9AAQA/eQB/QsEACAHQRBqIgcgDUkNAAsgACANaiIAIAZJDQALCzYBAX8gACACaiEDA0AgACAA/QAEACAB/QAEAP3kAf0LBAAgAUEQaiEBIABBEGoiACADSQ0ACwvAAgECeyAA/QwAAK7CAACuwgAArsIAAK7C/ekBIQAgAP0MO6q4PzuquD87qrg/O6q4P/3mAf1qIQEgACAB/QwAgDE/AIAxPwCAMT8AgDE//eYB/eUBIAH9DIOAXrmDgF65g4BeuYOAXrn95gH95QEhAiAB/fgB/Qx/AAAAfwAAAH8AAAB/AAAA/a4BQRf9qwH9DAAAgD8AAIA/AACAPwAAgD8gAv0MAACAPwAAgD8AAIA/AACAPyAC/QwAAAA/AAAAPwAAAD8AAAA/IAL9DKuqKj6rqio+q6oqPquqKj4gAv0Mq6oqPauqKj2rqio9q6oqPSAC/QyIiAg8iIgIPIiICDyIiAg8IAL9DGELtjphC7Y6YQu2OmELtjr95gH95AH95gH95AH95gH95AH95gH95AH95gH95AH95gH95AH95gELzgICAX8DeyAAIAFqIQIDQCAA/QAEACEDIAP94AH9DPMENT/zBDU/8wQ1P/MENT/95gEhBP0MAACAPwAAgD8AAIA/AACAP/0MAACAPwAAgD8AAIA/AACAPyAE/QwFuqc+BbqnPgW6pz4Fuqc+/eYB/eQB/ecBIQUgACAD/QwAAAAAAAAAAAAAAAAAAAAA/ekBIAP94AH9DAAAAD8AAAA/AAAAPwAAAD/95gEgBCAE/eYB/eEBEAYgBf0MBnmCPgZ5gj4GeYI+BnmCPiAF/QyOqZG+jqmRvo6pkb6OqZG+IAX9DOPwtT/j8LU/4/C1P+PwtT8gBf0M4wC6v+MAur/jALq/4wC6vyAF/Qwi3Ic/ItyHPyLchz8i3Ic//eYB/eQB/eYB/eQB/eYB/eQB/eYB/eQB/eYB/eYB/eYB/eUB/QsEACAAQRBqIgAgAkkNAAsLnAICBH8DeyAAIAEgAmxqIQUDQCAAIANBAnRqIQYgACADQQNqQXxxQQJ0aiEHAkADQCAGIAdPDQEgBkMAAID/OAIAIAZBBGohBgwACwsgAP0ABAAhCSAAIQYDQCAJIAb9AAQA/ekBIQkgBkEQaiIGIAdJDQALIAn9HwAgCf0fAZcgCf0fAiAJ/R8Dl5f9EyEJ/QwAAAAAAAAAAAAAAAAAAAAAIQogACEGA0AgBv0ABAAgCf3lASAE/RP95gEQBiELIAYgC/0LBAAgCiAL/eQBIQogBkEQaiIGIAdJDQALQwAAgD8gChADlf0TIQogACEGA0AgBiAG/QAEACAK/eYB/QsEACAGQRBqIgYgB0kNAAsgACACaiIAIAVJDQALC1MBBH8DQCAAIQcgACADQQJ0aiEJIAQhCANAIAggByoCADgCACAIIAVqIQggB0EEaiIHIAlJDQALIAAgAWohACAEQQRqIQQgBkEBaiIGIAJJDQALC64CAgZ/BXsDQCAAIANBAnRqIQxBACEKA0D9DAAAAAAAAAAAAAAAAAAAAAAhEP0MAAAAAAAAAAAAAAAAAAAAACER/QwAAAAAAAAAAAAAAAAAAAAAIRL9DAAAAAAAAAAAAAAAAAAAAAAhEyAAIQsgBCAKQQJ0aiENA0AgC/0JAgAhDyAQIA8gDf0ABAD95gH95AEhECARIA8gDf0ABBD95gH95AEhESASIA8gDf0ABCD95gH95AEhEiATIA8gDf0ABDD95gH95AEhEyANIAVqIQ0gC0EEaiILIAxJDQALIAcgCkECdGohDiAOIBD9CwQAIA4gEf0LBBAgDiAS/QsEICAOIBP9CwQwIApBEGoiCiAGSQ0ACyAAIAFqIQAgByAIaiEHIAlBAWoiCSACSQ0ACwtlAgR/AXsgAkECdCEHIAAgB2ohBANAIAD9AAQAIQggACEFQQAhBgNAIAggBf0ABAD96QEhCCAFIAdqIQUgBkEBaiIGIAFJDQALIAMgCP0LBAAgA0EQaiEDIABBEGoiACAESQ0ACws=";

/** Rows of a matrix come in tiles of so many, columns in multiples of so many, tokens in blocks of so many. */
export const rowsAtOnce = 8;
export const columnStep = 16;
export const tokensAtOnce = 4;

/** Addresses, strides and counts as encoder-kernel.wat describes them. */
export interface EncoderKernel {
  readonly memory: WebAssembly.Memory;
  quantise(from: number, width: number, tokens: number, limit: number, to: number, scales: number): void;
  project(
    ...product: [
      ...activations: [from: number, scales: number, width: number, tokens: number],
      ...matrix: [weights: number, rowScales: number, biases: number, rows: number],
      ...result: [out: number, stride: number],
    ]
  ): void;
  add(to: number, from: number, bytes: number): void;
  normalise(at: number, width: number, tokens: number, gain: number, shift: number, epsilon: number): void;
  gelu(at: number, bytes: number): void;
  softmax(at: number, rows: number, stride: number, count: number, scale: number): void;
  transpose(from: number, stride: number, rows: number, columns: number, to: number, toStride: number): void;
  multiply(
    ...product: [
      ...left: [a: number, aStride: number, rows: number, depth: number],
      ...right: [b: number, bStride: number, columns: number],
      ...result: [out: number, outStride: number],
    ]
  ): void;
  maxima(from: number, tokens: number, columns: number, to: number): void;
}

/** A kernel with a memory of its own, 64 KiB at first. */
export function createEncoderKernel(): EncoderKernel {
  const module = new WebAssembly.Module(Uint8Array.fromBase64(encoderKernelBase64));
  // The module's exports are what encoder-kernel.wat declares.
  return new WebAssembly.Instance(module).exports as unknown as EncoderKernel;
}
