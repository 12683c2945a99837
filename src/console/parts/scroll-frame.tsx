import type { ComponentChildren, Ref } from "preact";

interface ScrollFrameProps {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
  readonly frame?: Ref<HTMLElement>;
  /** Whether screen readers are told what is added. */
  readonly isLog?: boolean;
  readonly busy?: boolean;
}

/** A part of the page that scrolls by itself, and can be reached by keyboard for that. */
export function ScrollFrame({ label, children, frame, isLog = false, busy = false, ...rest }: ScrollFrameProps) {
  return (
    <section
      ref={frame ?? null}
      class={rest.class}
      aria-label={label}
      aria-live={isLog ? "polite" : undefined}
      aria-busy={busy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}
