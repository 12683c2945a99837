import type { ToolUse } from "../../answering/answer.ts";
import type { AnswerFormat } from "../../answering/asked-question.ts";
import { invalidParameter } from "../../kernel/fault.ts";
import { type Fields, isFields } from "./lenient-body.ts";

interface ToolFields {
  readonly tools?: readonly Fields[] | null | undefined;
  readonly tool_choice?: unknown;
  readonly parallel_tool_calls?: boolean | null | undefined;
}

/** Null without a function. Leaves out tools that the server would run. */
export function toolUse(fields: ToolFields): ToolUse | null {
  const definitions = (fields.tools ?? []).filter(({ type }) => type === "function").map(chatDefinition);
  const choice = chatChoice(fields.tool_choice ?? null);
  if (definitions.length === 0 && (choice === null || choice === "auto" || choice === "none")) return null;
  return { definitions, choice, parallel: fields.parallel_tool_calls ?? null };
}

/** In the Responses API, its fields are next to the type. */
function chatDefinition(tool: Fields): object {
  if (isFields(tool.function)) return tool;
  const { name, description, parameters, strict } = tool;
  return { type: "function", function: withoutNull({ name, description, parameters, strict }) };
}

function chatChoice(choice: unknown): unknown {
  if (!isFields(choice) || choice.type !== "function" || isFields(choice.function)) return choice;
  return { type: "function", function: { name: choice.name } };
}

export function chatFormat(format: Fields | null): AnswerFormat | null {
  if (format === null || format.type === "text") return null;
  const param = "response_format";
  if (format.type === "json_object") return { request: format, schema: null, param };
  const described = isFields(format.json_schema) ? format.json_schema : null;
  if (format.type === "json_schema" && described !== null && isFields(described.schema)) {
    return { request: format, schema: described.schema, param };
  }
  throw badFormat(param);
}

export function responsesFormat(format: Fields | null): AnswerFormat | null {
  if (format === null || format.type === "text") return null;
  const param = "text.format";
  if (format.type === "json_object") return { request: { type: "json_object" }, schema: null, param };
  const { name, schema, strict, description } = format;
  if (format.type !== "json_schema" || !isFields(schema)) throw badFormat(param);
  const described = withoutNull({ name, schema, strict, description });
  return { request: { type: "json_schema", json_schema: described }, schema, param };
}

function badFormat(param: string) {
  return invalidParameter(
    param,
    `'${param}' must be of the type 'text', 'json_object' or 'json_schema' with a schema.`,
  );
}

function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
