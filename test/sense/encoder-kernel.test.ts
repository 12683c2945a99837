import { expect, test } from "bun:test";
import { encoderKernelBase64 } from "../../src/sense/encoder-kernel.ts";
import { assembleKernel } from "../support/assemble-kernel.ts";

test("the kernel in the program is what its source assembles to", async () => {
  expect(encoderKernelBase64).toBe(await assembleKernel("sense/encoder-kernel"));
});
