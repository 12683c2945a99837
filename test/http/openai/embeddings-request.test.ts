import { expect, test } from "bun:test";
import fc from "fast-check";
import { embeddingList, parseEmbeddingsRequest } from "../../../src/http/openai/embeddings-request.ts";
import { Fault } from "../../../src/kernel/fault.ts";
import { embeddingProblems } from "../../support/replies/openai-validator.ts";

const parse = (fields: object) => parseEmbeddingsRequest({ model: "manuals", input: "text", ...fields });

test("one text, several, and the options", () => {
  const plain = { model: "manuals", texts: ["text"], encoding: "float", dimensions: null } as const;
  expect(parse({})).toEqual(plain);
  expect(parse({ input: ["a", " "], user: "u", dimensions: null })).toEqual({ ...plain, texts: ["a", " "] });
  expect(parse({ encoding_format: "base64", dimensions: 256 })).toEqual({
    ...plain,
    encoding: "base64",
    dimensions: 256,
  });
});

test.each([
  [{ input: [1, 2] }, "invalid_parameter", "input"],
  [{ input: [[1, 2]] }, "invalid_parameter", "input"],
  [{ input: "" }, "invalid_parameter", "input"],
  [{ input: [] }, "invalid_parameter", "input"],
  [{ input: ["a", ""] }, "invalid_parameter", "input"],
  [{ input: Array.from({ length: 2049 }, () => "a") }, "invalid_parameter", "input"],
  [{ input: null }, "missing_required_parameter", "input"],
  [{ model: null }, "missing_required_parameter", "model"],
  [{ encoding_format: "int8" }, "invalid_parameter", "encoding_format"],
  [{ dimensions: 0 }, "invalid_parameter", "dimensions"],
] as const)("%j is refused", (fields, code, param) => {
  try {
    parse(fields);
    throw new Error("no Fault was thrown");
  } catch (error) {
    expect(error instanceof Fault ? { code: error.code, param: error.param } : error).toEqual({ code, param });
  }
});

test("the whole list", () => {
  const vectors = [new Float32Array([1, -0.5]), new Float32Array([0, 2])];
  const list = embeddingList({ model: "manuals", vectors, encoding: "float", promptTokens: 3 });
  expect(embeddingProblems(list)).toEqual([]);
  expect(list).toEqual({
    object: "list",
    data: [
      { object: "embedding", index: 0, embedding: [1, -0.5] },
      { object: "embedding", index: 1, embedding: [0, 2] },
    ],
    model: "manuals",
    usage: { prompt_tokens: 3, total_tokens: 3 },
  });
  expect(embeddingList({ model: "m", vectors, encoding: "base64", promptTokens: 0 }).data[0]?.embedding).toBe(
    "AACAPwAAAL8=",
  );
});

test("base64 holds the same numbers, little-endian", () => {
  fc.assert(
    fc.property(fc.float32Array({ minLength: 1, noNaN: true }), (vector) => {
      const [item] = embeddingList({ model: "m", vectors: [vector], encoding: "base64", promptTokens: 0 }).data;
      const bytes = Buffer.from(String(item?.embedding), "base64");
      expect(Float32Array.from(vector, (_, i) => bytes.readFloatLE(i * 4))).toEqual(vector);
    }),
  );
});
