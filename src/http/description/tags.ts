export const tags = {
  Experts: "Named memories, each with its own sources and settings.",
  Sources: "The documents that an expert answers from.",
  Sites: "Web sites whose pages are sources of an expert.",
  Questions: "Questions to an expert, and answers with citations.",
  "Gaps and checks": "Questions that were not answered, and questions with the required content of their answers.",
  OpenAI: "The same experts for clients of OpenAI's API.",
  Agents: "The experts as tools for agents (Model Context Protocol).",
  Usage: "The usage of a workspace.",
  Keys: "API keys of a workspace.",
  Webhooks: "Messages that tell your programs of events in a workspace.",
  Sessions: "Signing in to the console.",
  System: "The service itself.",
} as const;

export type Tag = keyof typeof tags;
