import { expect, test } from "bun:test";
import { recipeOf } from "../../src/providers/embedding-prefixes.ts";

test("families are recognised by their names on servers and in repositories", () => {
  const families = {
    nomic: ["nomic-embed-text", "nomic-ai/nomic-embed-text-v1.5", "text-embedding-nomic-embed-text-v1.5@q8_0"],
    e5: ["intfloat/e5-base-v2", "multilingual-e5-large", "jeffh/intfloat-multilingual-e5-large:f16"],
    "e5-instruct": ["intfloat/multilingual-e5-large-instruct", "e5-mistral-7b-instruct"],
    arctic: ["snowflake-arctic-embed:m", "Snowflake/snowflake-arctic-embed-l", "snowflake-arctic-embed:22m"],
    "arctic-2": ["snowflake-arctic-embed2", "snowflake-arctic-embed2:568m", "Snowflake/snowflake-arctic-embed-l-v2.0"],
    mxbai: ["mxbai-embed-large", "mixedbread-ai/mxbai-embed-large-v1"],
    "bge-en": ["BAAI/bge-base-en-v1.5", "bge-large", "bge-small:latest"],
    qwen3: ["qwen3-embedding:0.6b", "Qwen/Qwen3-Embedding-8B"],
    gemma: ["embeddinggemma", "google/embeddinggemma-300m", "text-embedding-embedding-gemma"],
    plain: ["bge-m3", "all-minilm", "text-embedding-3-small", "bge-large-zh-v1.5", "granite-embedding:278m"],
  };
  const named = Object.entries(families).map(([family, models]) => [
    family,
    models.map((model) => recipeOf(model).name),
  ]);
  expect(named).toEqual(Object.entries(families).map(([family, models]) => [family, models.map(() => family)]));
});
