/** `POST /v1/embeddings`: the request of OpenAI's route as texts, and vectors as its reply. Pure. */
import { Fault, invalidParameter } from "../../kernel/fault.ts";
import { bodyFields, missing, optionalNumber, optionalWord, requiredString } from "./openai-fields.ts";
import type { EmbeddingList } from "./openai-schemas.ts";

export interface EmbeddingsRequest {
  readonly model: string;
  /** 1–2048 texts, none empty. */
  readonly texts: readonly string[];
  readonly encoding: "float" | "base64";
  readonly dimensions: number | null;
}

/** As the public specification has it. */
const maxTexts = 2048;

/** @throws Fault `invalid_json`, `missing_required_parameter`, `invalid_parameter`. */
export function parseEmbeddingsRequest(body: unknown): EmbeddingsRequest {
  const fields = bodyFields(body);
  return {
    model: requiredString(fields, "model"),
    texts: readTexts(fields.input ?? null),
    encoding: optionalWord(fields, "encoding_format", ["float", "base64"]),
    dimensions: optionalNumber(fields, "dimensions", { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true }),
  };
}

function readTexts(input: unknown): string[] {
  if (input === null) throw missing("input");
  const texts: unknown[] = Array.isArray(input) ? input : [input];
  if (texts.length === 0) throw invalidParameter("input", "'input' must not be empty.");
  if (texts.length > maxTexts) throw invalidParameter("input", `'input' must have at most ${maxTexts} texts.`);
  return texts.map((text, position) => readText(text, Array.isArray(input) ? `input[${position}]` : "input"));
}

function readText(text: unknown, param: string): string {
  if (typeof text === "number" || Array.isArray(text)) {
    throw new Fault(
      "invalid_parameter",
      "'input' has token numbers, which mean nothing to another model's tokenizer.",
      {
        param: "input",
        hint: "Send text.",
      },
    );
  }
  if (typeof text === "string" && text !== "") return text;
  throw invalidParameter(param, `'${param}' must be a non-empty string.`);
}

export interface EmbeddingsReply {
  readonly model: string;
  /** In the order of the texts. */
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

/** Little-endian float32, whatever the machine. */
function base64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [position, value] of vector.entries()) bytes.writeFloatLE(value, position * 4);
  return bytes.toString("base64");
}
