import { Fault } from "../../kernel/fault.ts";
import { isFields } from "../../kernel/json.ts";
import { lenient } from "./lenient-body.ts";
import { type EmbeddingList, EmbeddingsRequestBody } from "./shared-schemas.ts";

export interface EmbeddingsRequest {
  readonly model: string;
  /** 1–2048, none empty. */
  readonly texts: readonly string[];
  readonly encoding: "float" | "base64";
  readonly dimensions: number | null;
}

const embeddingsRequest = lenient(EmbeddingsRequestBody);

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`. */
export function parseEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  if (isFields(body)) refuseTokenNumbers(body.input);
  const { model, input, encoding_format, dimensions } = embeddingsRequest.parse(body);
  return { model, texts: [input].flat(), encoding: encoding_format ?? "float", dimensions: dimensions ?? null };
}

function refuseTokenNumbers(input: unknown): void {
  if (!Array.isArray(input) || !input.some((each) => typeof each === "number" || Array.isArray(each))) return;
  throw new Fault("invalid_parameter", "'input' has token numbers, which mean nothing to another model's tokenizer.", {
    param: "input",
    hint: "Send text.",
  });
}

export interface EmbeddingsReply {
  readonly model: string;
  readonly vectors: readonly Float32Array[];
  readonly encoding: "float" | "base64";
  readonly promptTokens: number;
}

export function embeddingList({ model, vectors, encoding, promptTokens }: EmbeddingsReply): EmbeddingList {
  return {
    object: "list",
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: encoding === "float" ? Array.from(vector) : base64(vector),
    })),
    model,
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  };
}

function base64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [position, value] of vector.entries()) bytes.writeFloatLE(value, position * 4);
  return bytes.toString("base64");
}
