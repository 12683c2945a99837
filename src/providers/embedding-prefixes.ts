/** Prefixes from model cards, which models were trained with and OpenAI-like servers do not add. */
import type { TextUse } from "../memory/embedder-ports.ts";

export interface EmbeddingRecipe {
  /** Stored with vectors, so a changed recipe needs another name. */
  readonly name: string;
  readonly question: string;
  readonly passage: string;
}

const retrieval = "Represent this sentence for searching relevant passages: ";
const webSearch = "Given a web search query, retrieve relevant passages that answer the query";

const families: readonly (EmbeddingRecipe & { readonly models: RegExp })[] = [
  { name: "nomic", models: /nomic-embed-text/, question: "search_query: ", passage: "search_document: " },
  { name: "e5-instruct", models: /\be5-.*instruct/, question: `Instruct: ${webSearch}\nQuery: `, passage: "" },
  { name: "e5", models: /\be5-(?!mistral)/, question: "query: ", passage: "passage: " },
  { name: "arctic-2", models: /arctic-embed.*(?:2\.0|v2|2(?=$|:))/, question: "query: ", passage: "" },
  { name: "arctic", models: /arctic-embed/, question: retrieval, passage: "" },
  { name: "mxbai", models: /mxbai-embed/, question: retrieval, passage: "" },
  { name: "bge-en", models: /\bbge-(?:small|base|large)(?:-en|$|:)/, question: retrieval, passage: "" },
  { name: "qwen3", models: /qwen3-embedding/, question: `Instruct: ${webSearch}\nQuery:`, passage: "" },
  {
    name: "gemma",
    models: /embedding-?gemma/,
    question: "task: search result | query: ",
    passage: "title: none | text: ",
  },
];

const plain: EmbeddingRecipe = { name: "plain", question: "", passage: "" };

export function recipeOf(model: string): EmbeddingRecipe {
  const name = model.toLowerCase();
  return families.find(({ models }) => models.test(name)) ?? plain;
}

export function prepared(text: string, use: TextUse, recipe: EmbeddingRecipe): string {
  return use === "plain" ? text : recipe[use === "sentence" ? "passage" : use] + text;
}
