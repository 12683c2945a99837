import type { QuestionMode, QuestionRequest } from "../../api/shapes.ts";
import { valueFrom } from "../sources/metadata-text.ts";

export const operators = ["$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$nin"] as const;
export type Operator = (typeof operators)[number];

export interface FilterCondition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

export interface QuestionOptions {
  readonly mode: QuestionMode;
  readonly k: number | null;
  readonly minScore: number | null;
  readonly passagesOnly: boolean;
  readonly conditions: readonly FilterCondition[];
}

export const plainOptions: QuestionOptions = {
  mode: "auto",
  k: null,
  minScore: null,
  passagesOnly: false,
  conditions: [],
};

export function questionOf(
  text: string,
  { mode, k, minScore, passagesOnly, conditions }: QuestionOptions,
): QuestionRequest {
  const filter = filterOf(conditions);
  return {
    question: text,
    ...(mode === "auto" ? {} : { mode }),
    ...(k === null ? {} : { k }),
    ...(minScore === null ? {} : { min_score: minScore }),
    ...(passagesOnly ? { generate: false } : {}),
    ...(filter === null ? {} : { filter }),
    include: ["passages", "scores", "timings"],
  };
}

/** Combines the conditions with "and". A condition without a field or a value is incomplete and is left out. */
export function filterOf(conditions: readonly FilterCondition[]): Record<string, unknown> | null {
  const parts = conditions
    .filter(({ field, value }) => field.trim() !== "" && value.trim() !== "")
    .map(({ field, operator, value }) => ({ [field.trim()]: { [operator]: valueFor(operator, value.trim()) } }));
  if (parts.length === 0) return null;
  return parts.length === 1 ? parts[0]! : { $and: parts };
}

function valueFor(operator: Operator, text: string): unknown {
  if (operator !== "$in" && operator !== "$nin") return valueFrom(text);
  return text.split(",").map((item) => valueFrom(item.trim()));
}

export function changedOptions(options: QuestionOptions): number {
  const { mode, k, minScore, passagesOnly, conditions } = options;
  return [
    mode !== "auto",
    k !== null,
    minScore !== null,
    passagesOnly,
    ...conditions.map(({ value }) => value !== ""),
  ].filter(Boolean).length;
}
