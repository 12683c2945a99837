import type { ExpertObject } from "../../api/shapes.ts";
import { useConsole } from "../app/console-state.ts";
import { useLookingAgain } from "../app/resource.ts";

interface EncodingProgressProps {
  readonly expert: Pick<ExpertObject, "sense" | "vectors">;
  readonly changed: () => void;
}

const lookInterval = 3000;

export function EncodingProgress({ expert, changed }: EncodingProgressProps) {
  const { formats, t } = useConsole();
  const slowest = slowestOf(expert);
  const isEncoding = slowest !== null;
  useLookingAgain(isEncoding, lookInterval, changed);
  if (slowest === null) return null;
  const { count } = formats;
  return <p class="encoding-progress">{t.sources.encoding(count(slowest.done), count(slowest.total))}</p>;
}

function slowestOf({ sense, vectors }: EncodingProgressProps["expert"]): { done: number; total: number } | null {
  const unfinished = [sense, vectors].flatMap((one) => (one !== null && one.done < one.total ? [one] : []));
  return unfinished.toSorted((a, b) => a.done / a.total - b.done / b.total)[0] ?? null;
}
