import type { ComponentChildren, Ref } from "preact";

interface ScrollFrameProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
  readonly frame?: Ref<HTMLElement>;
  readonly isLog?: boolean;
  readonly busy?: boolean;
}

export function ScrollFrame({ label, children, frame, isLog = false, busy = false, ...rest }: ScrollFrameProps) {
  return (
    <section
      ref={frame ?? null}
      class={rest.class}
      aria-label={label}
      aria-live={isLog ? "polite" : undefined}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}
