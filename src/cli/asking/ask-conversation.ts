import type { QuestionRequest } from "../../api/shapes.ts";
import { DocentError } from "../../client/client-error.ts";
import type { DocentClient } from "../../client/docent-client.ts";
import type { Console } from "../command.ts";
import { printAnswer } from "./answer-printing.ts";

const mostTurns = 20;

export interface ConversationWish {
  readonly expert: string;
  /** Empty text: the first question comes from the input too. */
  readonly first: QuestionRequest;
  readonly isJson: boolean;
}

export async function converse(client: DocentClient, wish: ConversationWish, console: Console): Promise<void> {
  const { expert, first, isJson } = wish;
  const turns: NonNullable<QuestionRequest["messages"]> = [];
  const answer = async (text: string) => {
    try {
      const events = client.streamAnswer(expert, {
        ...first,
        question: text,
        ...(turns.length > 0 && { messages: turns.slice(-mostTurns) }),
      });
      const reply = await printAnswer(events, console, isJson);
      turns.push({ role: "user", content: text }, { role: "assistant", content: reply.answer ?? "" });
    } catch (error) {
      if (!(error instanceof DocentError)) throw error;
      console.complain(error.message);
    }
  };
  if (first.question !== "") await answer(first.question);
  const prompt = () => console.write?.("\n> ");
  prompt();
  for await (const line of console.lines?.() ?? noLines()) {
    if (line.trim() !== "") await answer(line.trim());
    prompt();
  }
  console.write?.("\n");
}

async function* noLines(): AsyncGenerator<string> {}
