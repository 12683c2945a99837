import { type LucideIcon, TriangleAlert } from "lucide-preact";
import type { ComponentChildren } from "preact";
import type { ApiProblem } from "../app/api-problem.ts";
import { useConsole } from "../app/console-state.ts";
import { type Resource, useLookingAgain } from "../app/resource.ts";
import { Button } from "./buttons.tsx";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon size={28} aria-hidden />
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Milliseconds until a service that did not answer is asked again. */
const askedAgainAfter = 3000;

export function ProblemState({ problem, retry }: { readonly problem: ApiProblem; readonly retry?: () => void }) {
  const { t } = useConsole();
  useLookingAgain(problem.isUnreachable, askedAgainAfter, () => retry?.());
  return (
    <div class="problem-state" role="alert">
      <TriangleAlert size={20} aria-hidden />
      <div>
        <p dir="auto">{problem.isUnreachable ? t.common.unreachable : problem.message}</p>
        {problem.requestId !== null && <p class="faint">{t.common.requestId(problem.requestId)}</p>}
      </div>
      {retry !== undefined && <Button label={t.common.tryAgain} onClick={retry} />}
    </div>
  );
}

export function Skeleton({ lines }: { readonly lines: number }) {
  const { t } = useConsole();
  return (
    <div class="skeleton" role="status" aria-label={t.common.loading}>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

interface LoadedProps<T> {
  readonly of: Resource<T>;
  readonly lines?: number;
  readonly children: (data: T) => ComponentChildren;
}

export function Loaded<T>({ of, lines = 4, children }: LoadedProps<T>) {
  const data = of.data.value;
  const problem = of.problem.value;
  if (data !== null) return <>{children(data)}</>;
  if (problem !== null) return <ProblemState problem={problem} retry={() => void of.refresh()} />;
  return <Skeleton lines={lines} />;
}
